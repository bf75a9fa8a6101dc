import Lanyard
import LanyardJSON

/// An error as `--json` prints it.
struct ErrorReport {
    let json: JSON

    init(_ error: any Error) {
        var object = JSONObject()
        switch error {
        case let error as IssuanceError:
            object["code"] = .string(error.code.description)
            object["reason"] = .string(error.reason)
            object["party"] = .string(error.party.rawValue)
            object["remedy"] = .string(error.remedy)
            object["serverError"] = error.serverError.map(JSON.string)
            object["serverDescription"] = error.serverDescription.map(JSON.string)
            object["endpoint"] = error.endpoint.map(JSON.string)
            object["finding"] = error.finding?.json
            object["isRetryable"] = .bool(error.isRetryable)
            object["retryAfter"] = error.retryAfter.map { .number(JSONNumber(Int64(min($0, 86_400)))) }
        case let error as CredentialError:
            object["code"] = .string(error.code.description)
            object["reason"] = .string(error.reason)
            object["remedy"] = .string(error.remedy)
        case let error as StorageError:
            object["code"] = .string(error.code.description)
            object["reason"] = .string(error.reason)
            object["remedy"] = .string(error.remedy)
        case let error as HttpError:
            object["code"] = .string("http.\(error.code)")
            object["reason"] = .string(error.reason)
        case is UsageError:
            object["code"] = .string("usage")
            object["reason"] = .string("\(error)")
        case is CancellationError:
            object["code"] = .string("cancelled")
            object["reason"] = .string("the command was asked to end")
        default:
            object["code"] = .string("failed")
            object["reason"] = .string("\(error)")
        }
        json = .object(object)
    }
}

extension Finding.Party {
    /// The party for a person.
    var name: String {
        switch self {
        case .issuer: "the issuer"
        case .authorizationServer: "the authorization server"
        case .verifier: "the verifier"
        case .wallet: "this wallet"
        case .walletProvider: "the wallet provider"
        case .environment: "the network or this machine"
        case .person: "nobody: a person decided"
        }
    }
}
