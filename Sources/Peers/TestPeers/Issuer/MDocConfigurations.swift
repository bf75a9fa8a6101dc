import LanyardCBOR
import LanyardJSON
import LanyardText

extension PeerConfiguration {
    /// A driving licence as mdoc, ISO/IEC 18013-5 §7.2, of a person of Utopia.
    public static let mdl: PeerConfiguration = {
        let space = "org.iso.18013.5.1"
        func claim(
            _ element: String, mandatory: Bool = true, _ english: String, _ german: String, _ korean: String
        ) -> Claim {
            Claim(
                [.string(space), .string(element)], mandatory: mandatory,
                [("en", english), ("de", german), ("ko", korean)])
        }
        return PeerConfiguration(
            id: "mdl", .msoMdoc(docType: "org.iso.18013.5.1.mDL"), scope: "mdl",
            names: [("en", "Driving licence"), ("de", "Führerschein"), ("ko", "운전면허증")],
            claims: [
                claim("family_name", "Family name", "Nachname", "성"),
                claim("given_name", "Given names", "Vornamen", "이름"),
                claim("birth_date", "Date of birth", "Geburtsdatum", "생년월일"),
                claim("portrait", "Portrait", "Lichtbild", "사진"),
                claim("document_number", "Licence number", "Führerscheinnummer", "면허번호"),
                claim("driving_privileges", "Categories of vehicles", "Fahrzeugklassen", "운전 자격"),
                claim("issue_date", "Date of issue", "Ausstellungsdatum", "발급일"),
                claim("expiry_date", "Date of expiry", "Ablaufdatum", "만료일"),
                claim("issuing_country", "Issuing country", "Ausstellendes Land", "발급 국가"),
                claim("issuing_authority", "Issuing authority", "Ausstellende Behörde", "발급 기관"),
                claim("un_distinguishing_sign", "Distinguishing sign", "Unterscheidungszeichen", "국가 식별 부호"),
                claim("age_over_18", mandatory: false, "18 or over", "18 oder älter", "18세 이상"),
                claim(
                    "portrait_capture_date", mandatory: false, "Portrait taken", "Lichtbild aufgenommen", "사진 촬영일"),
            ],
            nameSpaces: [
                NameSpace(
                    space,
                    [
                        "family_name": "Dōe-Øster", "given_name": "Zoë Maria", "birth_date": day("1985-02-28"),
                        "issue_date": day("2024-03-15"), "expiry_date": day("2034-03-14"), "issuing_country": "UT",
                        "issuing_authority": "Utopia Road Authority", "document_number": "UT-850228-7",
                        "portrait": .bytes(portrait),
                        "driving_privileges": [
                            [
                                "vehicle_category_code": "A", "issue_date": day("2018-08-09"),
                                "expiry_date": day("2034-03-14"), "codes": [["code": "78"]],
                            ],
                            [
                                "vehicle_category_code": "B", "issue_date": day("2003-02-23"),
                                "expiry_date": day("2034-03-14"),
                            ],
                        ],
                        "un_distinguishing_sign": "UTO", "age_over_18": true,
                        "portrait_capture_date": .tagged(0, "2024-03-01T09:30:00Z"),
                    ])
            ])
    }()

    /// A PID of the European wallet as mdoc.
    public static let mdocPID: PeerConfiguration = {
        let space = "eu.europa.ec.eudi.pid.1"
        func claim(_ element: String, mandatory: Bool = true, _ english: String, _ german: String) -> Claim {
            Claim([.string(space), .string(element)], mandatory: mandatory, [("en", english), ("de", german)])
        }
        return PeerConfiguration(
            id: "pid-mdoc", .msoMdoc(docType: space), scope: "pid-mdoc",
            names: [("en", "Person Identification Data (mdoc)"), ("de", "Personenidentifikationsdaten (mdoc)")],
            claims: [
                claim("family_name", "Family name", "Nachname"), claim("given_name", "Given name", "Vorname"),
                claim("birth_date", "Date of birth", "Geburtsdatum"),
                claim("place_of_birth", "Place of birth", "Geburtsort"),
                claim("nationality", "Nationalities", "Staatsangehörigkeiten"),
                claim("expiry_date", "Date of expiry", "Ablaufdatum"),
                claim("issuing_authority", "Issuing authority", "Ausstellende Behörde"),
                claim("issuing_country", "Issuing country", "Ausstellendes Land"),
                claim("sex", mandatory: false, "Sex", "Geschlecht"),
            ],
            nameSpaces: [
                NameSpace(
                    space,
                    [
                        "family_name": "Dōe-Øster", "given_name": "Zoë Maria", "birth_date": day("1985-02-28"),
                        "place_of_birth": ["country": "UT", "locality": "Nephelokokkygia"],
                        "nationality": ["UT", "FR"], "expiry_date": day("2031-05-31"),
                        "issuing_authority": "Utopia Registry of Persons", "issuing_country": "UT", "sex": 2,
                    ])
            ])
    }()

    /// A `full-date`, RFC 8943.
    private static func day(_ text: String) -> CBOR { .tagged(1004, .text(text)) }

    /// A drawn face, JPEG, 48 by 64.
    private static let portrait =
        Base64.decode(
            "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7"
                + "gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8"
                + "fHx8fHx8fHz/wAARCABAADADASIAAhEBAxEB/8QAGwAAAgMAAwAAAAAAAAAAAAAAAAUDBAYBAgf/xAAuEAABAwIEBAQGAwAAAAAA"
                + "AAABAAIDBBESITFBBRRRcRMyUpEGFSJhscEzgaH/xAAXAQEBAQEAAAAAAAAAAAAAAAACAwQB/8QAHREBAAEFAQEBAAAAAAAAAAAA"
                + "AAECERIhMTITIv/aAAwDAQACEQMRAD8A0qEJdxriBoaUeH/NIbN+3UpTpxZqa+lpDaedrHenU+wXFNxCkqnYYJ2ud6dD7FYhzi5x"
                + "c4kuJuSdSgEgggkEZgjZDM8XoCEt4HxB1dTObKbzRZOPqGxTJOJuHAkXFoeb43SQP8mC57XJP4T1VainxVsFS0Zsa5jux0/38o1+"
                + "Sp6i+X0OK3LQ31thCPl9Dity0N9bYQu/KQ85zeE+NgwXvlbsjlIec5vCfGwYL3yt2WW7QW8Ng5Tj88LMo3RlwHQZEJ8qsNPaulqX"
                + "DVjY29hmf17K0tVHlnr6EaoUc9RFTR45nhjfvukKOaIucCJHMcNC3f8AooiiIcS6Rz3Eau2HYKg7jNLM4jE5gboXDzIbxilgcPqd"
                + "IHalo091D5zla2ls/wA3NxkEKKnqYamPHBIHt3tt3UqvxFFVVDKWnfNJ5WjTqdgshV1UtXMZZXXOw2aOgTf4kmN4YAcs3n8D9pEq"
                + "0Rq4yEIQm4lpqmWkmEsLrOGo2I6Fa+kqWVdOyaPR2o6HcLFp38NzESTQE5EB476FCuNXdh//2Q=="
        ) ?? []
}
