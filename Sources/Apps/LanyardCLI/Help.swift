/// What the command says of itself.
enum Help {
    static var overview: String {
        let width = (Command.all.map { $0.name.count }.max() ?? 0) + 2
        let commands = Command.all.map { command in
            "  " + command.name + String(repeating: " ", count: width - command.name.count) + command.summary
        }
        return """
            lanyard: a digital-identity wallet in the terminal

            Usage: lanyard COMMAND [OPTIONS]

            Commands:
            \(commands.joined(separator: "\n"))
              help     Explains a command: lanyard help receive

            New here? `lanyard demo` shows a credential's whole way on this machine, with nothing to set up.

            Exit status:
              0  done
              1  refused: a rule was broken, by a server or a credential, or this release cannot do it yet
              2  wrong usage: the command line, or what it names does not exist
              3  network: no connection, no answer in time, an address or certificate that is not accepted
              4  store or keys: locked, damaged, or not to be read or written
              5  cancelled by the person, or by a signal that asks to end
            """
    }

    static func usage(_ command: any CommandBody.Type) -> String {
        "lanyard \(command.name)" + (command.operands.isEmpty ? "" : " \(command.operands)")
            + (command.options.isEmpty ? "" : " [OPTIONS]")
    }

    static func page(_ command: any CommandBody.Type) -> String {
        let names = command.options.map { "--\($0.name)" + ($0.value.map { " \($0)" } ?? "") }
        let width = (names.map(\.count).max() ?? 0) + 2
        let options = zip(names, command.options).map { name, option in
            "  " + name + String(repeating: " ", count: width - name.count) + option.help
        }
        var parts = ["\(command.summary)\n\nUsage: \(usage(command))"]
        if !command.details.isEmpty { parts.append(command.details) }
        if !options.isEmpty { parts.append("Options:\n" + options.joined(separator: "\n")) }
        return parts.joined(separator: "\n\n")
    }
}
