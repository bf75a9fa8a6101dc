import LanyardJSON

extension PeerConfiguration {
    /// A PID of the European wallet as SD-JWT VC, of a person of Utopia.
    public static let pid: PeerConfiguration = {
        var pid = PeerConfiguration(
            id: "pid", .sdJwtVc(vct: "urn:eudi:pid:1"), scope: "pid",
            names: [("en", "Person Identification Data"), ("de", "Personenidentifikationsdaten"), ("ko", "개인식별정보")],
            claims: [
                Claim(
                    ["family_name"], mandatory: true, [("en", "Family name"), ("de", "Nachname"), ("ko", "성")]),
                Claim(["given_name"], mandatory: true, [("en", "Given name"), ("de", "Vorname"), ("ko", "이름")]),
                Claim(
                    ["birthdate"], mandatory: true, [("en", "Date of birth"), ("de", "Geburtsdatum"), ("ko", "생년월일")]),
                Claim(["picture"], [("en", "Portrait"), ("de", "Lichtbild"), ("ko", "사진")]),
                Claim(
                    ["place_of_birth", "locality"], [("en", "Place of birth"), ("de", "Geburtsort"), ("ko", "출생지")]),
                Claim(
                    ["nationalities"], mandatory: true,
                    [("en", "Nationalities"), ("de", "Staatsangehörigkeiten"), ("ko", "국적")]),
                Claim(
                    ["address", "street_address"], [("en", "Street"), ("de", "Straße"), ("ko", "거리")]),
                Claim(
                    ["address", "postal_code"], [("en", "Postal code"), ("de", "Postleitzahl"), ("ko", "우편번호")]),
                Claim(["address", "locality"], [("en", "Town"), ("de", "Ort"), ("ko", "도시")]),
                Claim(["address", "country"], [("en", "Country"), ("de", "Land"), ("ko", "국가")]),
                Claim(
                    ["age_equal_or_over", "18"], [("en", "18 or over"), ("de", "18 oder älter"), ("ko", "18세 이상")]),
                Claim(["age_in_years"], [("en", "Age"), ("de", "Alter"), ("ko", "나이")]),
                Claim(
                    ["issuing_authority"], mandatory: true,
                    [("en", "Issuing authority"), ("de", "Ausstellende Behörde"), ("ko", "발급 기관")]),
                Claim(
                    ["issuing_country"], mandatory: true,
                    [("en", "Issuing country"), ("de", "Ausstellendes Land"), ("ko", "발급 국가")]),
            ],
            data: [
                "family_name": "Dōe-Øster",
                "given_name": "Zoë Maria",
                "birthdate": "1985-02-28",
                "place_of_birth": ["locality": "Nephelokokkygia", "country": "UT"],
                "nationalities": ["UT", "FR"],
                "address": [
                    "street_address": "12 Amaurot Lane", "locality": "Amaurot", "postal_code": "01516",
                    "country": "UT",
                ],
                "age_equal_or_over": ["14": true, "16": true, "18": true, "21": true, "65": false],
                "age_in_years": 41,
                "picture": .string("data:image/png;base64,\(dot)"),
                "issuing_authority": "Utopia Registry of Persons",
                "issuing_country": "UT",
            ])
        pid.open = ["issuing_authority", "issuing_country"]
        return pid
    }()

    /// A diploma with a decimal number, a null and a list of objects.
    public static let diploma: PeerConfiguration = {
        var diploma = PeerConfiguration(
            id: "diploma", .sdJwtVc(vct: "urn:example:diploma:1"), scope: "diploma",
            names: [("en", "Diploma"), ("de", "Abschlusszeugnis"), ("ko", "졸업장")],
            claims: [
                Claim(["title"], mandatory: true, [("en", "Title"), ("de", "Titel"), ("ko", "학위")]),
                Claim(["grade"], [("en", "Grade"), ("de", "Note"), ("ko", "성적")]),
                Claim(["courses", .null, "name"], [("en", "Course"), ("de", "Kurs"), ("ko", "과목")]),
            ],
            data: [
                "title": "Magistra Artium",
                "grade": JSONNumber("1.50").map(JSON.number) ?? .null,
                "honours": .null,
                "courses": [["name": "Rhetoric", "credits": 30], ["name": "Geometry", "credits": 45]],
            ])
        diploma.open = ["title"]
        return diploma
    }()

    /// A library card, which is bound to no key.
    public static let libraryCard: PeerConfiguration = {
        var card = PeerConfiguration(
            id: "library-card", .sdJwtVc(vct: "urn:example:library-card:1"), scope: "library",
            names: [("en", "Library card"), ("de", "Bibliotheksausweis"), ("ko", "도서관 카드")],
            claims: [Claim(["number"], mandatory: true, [("en", "Number"), ("de", "Nummer"), ("ko", "번호")])],
            data: ["number": "0042-17", "branch": "Amaurot"])
        card.isKeyBound = false
        return card
    }()

    /// A staff card as a W3C JWT VC, a format that wallets learn by a handler of their own.
    public static let staffCard = PeerConfiguration(
        id: "staff-card", .jwtVcJson(types: ["StaffCard"]), scope: "staff",
        names: [("en", "Staff card"), ("de", "Dienstausweis"), ("ko", "직원증")],
        claims: [
            Claim(["credentialSubject", "role"], mandatory: true, [("en", "Role"), ("de", "Rolle"), ("ko", "직책")])
        ],
        data: ["role": "Archivist", "since": "2019-09-01", "floors": [1, 2]])

    /// A grey PNG of one pixel.
    private static let dot =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="
}
