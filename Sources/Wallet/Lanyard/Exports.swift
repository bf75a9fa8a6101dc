@_exported public import WalletPorts
