import LanyardTestSupport
import LanyardText
import Testing

struct LanguageTagsTests {
    @Test(
        .row("VCI-META-16"),
        arguments: [
            (["de", "fr", "en"], ["fr-CH"], 1), (["de", "fr-CH", "fr"], ["fr-CH"], 1), (["de", nil, "en"], ["it"], 1),
            (["de", "en"], ["it"], 0), (["de-DE", "en-US"], ["en"], 1), (["de", "EN_us"], ["en-US"], 1),
            (["en", "de"], ["it", "de-AT"], 1), ([nil, "ko"], ["ko-KR"], 1), (["ko"], [], 0), ([nil], ["ko"], 0),
        ] as [([String?], [String], Int)])
    func `VCI-META-16 picks by BCP 47 match, then without a locale, then the first`(
        _ offered: [String?], _ preferred: [String], _ index: Int
    ) {
        #expect(LanguageTags.best(of: offered, for: preferred) == index)
    }

    // RFC 4647 §3.4: "zh-Hant-CN-x-private1-private2" is looked up down to "zh", and no truncation ends in "x".
    @Test func `truncates as RFC 4647 says`() {
        let range = ["zh-Hant-CN-x-private1-private2"]
        #expect(LanguageTags.best(of: ["zh-Hant-CN-x", "zh-Hant", "zh-Hant-CN"], for: range) == 2)
        #expect(LanguageTags.best(of: ["zh", "zh-Hant"], for: range) == 1)
        #expect(LanguageTags.best(of: ["en", "zh"], for: range) == 1)
    }

    @Test func `has nothing to choose from an empty list`() {
        #expect(LanguageTags.best(of: [], for: ["en"]) == nil)
        #expect(LanguageTags.best(of: [""], for: [""]) == 0)
    }
}
