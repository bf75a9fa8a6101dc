import LanyardText
import Testing

struct OutsideTextTests {
    @Test func `shows terminal escapes instead of obeying them`() {
        #expect(OutsideText.cleaned("\u{1B}[31mred\u{7}\u{9B}\u{7F}", limit: 50) == "␛[31mred␇⟨U+009B⟩␡")
    }

    @Test func `shows direction marks and other invisible characters`() {
        #expect(OutsideText.cleaned("a\u{202E}b\u{2066}c\u{FEFF}", limit: 50) == "a⟨U+202E⟩b⟨U+2066⟩c⟨U+FEFF⟩")
        #expect(OutsideText.cleaned("one\ntwo\u{2028}three", limit: 50) == "one␊two⟨U+2028⟩three")
    }

    @Test func `keeps letters of every script, joiners and emoji`() {
        let text = "Größe 한국어 العربية فارسی‌ها 👩‍👧"
        #expect(OutsideText.cleaned(text, limit: 100) == text)
    }

    @Test func `caps length and says so`() {
        #expect(OutsideText.cleaned("abcdef", limit: 3) == "abc…")
        #expect(OutsideText.cleaned("abc", limit: 3) == "abc")
        #expect(
            OutsideText.cleaned("e" + String(repeating: "\u{301}", count: 10_000), limit: 4).unicodeScalars.count == 5)
    }
}
