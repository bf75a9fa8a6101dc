import LanyardText

/// An option of a command.
struct Option: Sendable {
    let name: String
    /// What its value is called in help; nil for a switch.
    let value: String?
    let help: String

    init(_ name: String, _ value: String? = nil, _ help: String) {
        self.name = name
        self.value = value
        self.help = help
    }
}

/// The words of a command line, sorted into options and operands.
struct Arguments: Sendable {
    private var values: [String: [String]] = [:]
    private(set) var operands: [String] = []

    /// Sorts words by the options that a command has; `--` ends the options, `-` is an operand.
    init(_ words: [String], options: [Option]) throws {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                return
            }
            guard word.hasPrefix("--") else {
                guard !word.hasPrefix("-") || word == "-" else {
                    throw UsageError("\(word): options are written out, with two dashes")
                }
                operands.append(word)
                continue
            }
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let option = options.first(where: { $0.name == name }) else {
                let near = options.map(\.name).min { Self.distance($0, name) < Self.distance($1, name) }
                throw UsageError(
                    "there is no option --\(OutsideText.cleaned(name, limit: 60)) here"
                        + (near.map { "; the nearest is --\($0)" } ?? ""))
            }
            if option.value == nil {
                guard parts.count == 1 else { throw UsageError("--\(name) takes no value") }
                values[name, default: []].append("")
            } else {
                // A value that looks like an option is one whose value was forgotten; `--name=--value` means it.
                let value = parts.count == 2 ? String(parts[1]) : rest.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
                guard let value, !value.isEmpty else {
                    throw UsageError("--\(name) needs a value: \(option.value ?? "")")
                }
                if parts.count == 1 { rest.removeFirst() }
                values[name, default: []].append(value)
            }
        }
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    func value(_ name: String) -> String? { values[name]?.last }

    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The one operand of a command.
    func single(_ what: String) throws -> String {
        guard operands.count == 1, let operand = operands.first else {
            throw UsageError(operands.isEmpty ? "\(what) is missing" : "only one \(what) can be given")
        }
        guard operand.contains(where: { !$0.isWhitespace }) else { throw UsageError("\(what) is empty") }
        return operand
    }

    /// Edit distance, for suggestions.
    static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right)
        var row = Array(0...right.count)
        for (i, character) in left.enumerated() {
            var previous = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let cost = character == other ? previous : min(previous, row[j], row[j + 1]) + 1
                previous = row[j + 1]
                row[j + 1] = cost
            }
        }
        return row[right.count]
    }
}
