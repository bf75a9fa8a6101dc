/// IEEE 754 binary16, which not every platform has as a type.
enum HalfFloat {
    /// The exact value of sixteen bits, RFC 8949 Appendix D.
    static func double(_ bits: UInt16) -> Double {
        let exponent = Int(bits >> 10 & 0x1F)
        let fraction = Double(bits & 0x3FF)
        let magnitude: Double =
            switch exponent {
            case 0: fraction * 0x1p-24
            case 31: fraction == 0 ? .infinity : .nan
            default: Double(sign: .plus, exponent: exponent - 25, significand: fraction + 1024)
            }
        return bits & 0x8000 == 0 ? magnitude : -magnitude
    }

    /// The sixteen bits of a value that has them exactly, else nil.
    static func bits(_ value: Double) -> UInt16? {
        if value.isNaN { return 0x7E00 }
        let sign: UInt16 = value.sign == .minus ? 0x8000 : 0
        let magnitude = value.magnitude
        if magnitude == .infinity { return sign | 0x7C00 }
        if magnitude == 0 { return sign }
        let exponent = magnitude.exponent
        guard (-24...15).contains(exponent) else { return nil }
        // Below 2^-14 the unit is 2^-24; above, each power of two has 1024 steps.
        let unit = max(exponent, -14) - 10
        let steps = Double(sign: .plus, exponent: -unit, significand: magnitude)
        guard let whole = UInt16(exactly: steps) else { return nil }
        guard exponent >= -14 else { return sign | whole }
        return sign | (UInt16(exponent + 15) << 10) | (whole & 0x3FF)
    }
}
