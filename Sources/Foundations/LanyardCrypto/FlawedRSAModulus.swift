/// Recognises moduli of a generator that smart cards and TPMs carried from 2012 to 2017, whose factors can be found.
///
/// Modulo every small prime such a modulus is a power of 65537 (CVE-2017-15361, "The Return of Coppersmith's Attack", §4).
/// Fewer than one in a hundred million other moduli are.
enum FlawedRSAModulus {
    /// The odd primes to 167, each with what powers of 65537 leave.
    private static let powers: [(prime: Int, remainders: Set<Int>)] =
        stride(from: 3, through: 167, by: 2)
        .filter { candidate in !stride(from: 3, to: candidate, by: 2).contains { candidate % $0 == 0 } }
        .map { prime in
            var remainders: Set<Int> = []
            var power = 1
            while remainders.insert(power).inserted { power = power * 65537 % prime }
            return (prime, remainders)
        }

    static func matches(_ modulus: [UInt8]) -> Bool {
        powers.allSatisfy { prime, remainders in
            remainders.contains(modulus.reduce(0) { ($0 << 8 | Int($1)) % prime })
        }
    }
}
