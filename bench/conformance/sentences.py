"""What the made pages say: sentences of many scripts, and small phrases that word breakers and collators trip over."""

from __future__ import annotations

ENGLISH = (
    "The server reads its configuration once, when it starts.",
    "If the file doesn't exist, open() raises an error and nothing is written.",
    "Set the time-out to 2.5 seconds (the default is 10) before the first request.",
    "A naïve client may re-send the message; the résumé of the session is kept for 24 hours.",
    "Version 3.11 adds node.js support, e.g. for build-time checks.",
    "Users can't delete what they don't own; see section 4.2.1 for the rules.",
    "It costs $5.99 or 5,99 € a month, i.e. about 1,000 calls.",
    "Call read_all(path) and then close(): the handle isn't freed by itself.",
    "The quick brown fox jumps over the lazy dog.",
    "Write to admin@example.org or open https://example.org/a/b?c=d&e=f#g now.",
    "“Smart quotes” and 'plain' ones are the same, but «guillemets» aren’t.",
    "Use --force only if x < y && y > 0; otherwise a/b fails.",
    "An en dash – like this – is no hyphen-minus, nor is an em dash—here.",
    "The café’s menu lists crème brûlée, œufs, Æsir and Straße.",
    "HTTP/2 sends 16-bit frames; RFC 9113 says so in §4.1.",
    "Press Ctrl+C to stop; the exit code is 130.",
    "Each row has an id, a name and a last_modified date (2024-05-17T10:30:00Z).",
    "Figure 3: throughput vs. latency, n = 1 000, p < 0.05…",
    "Don't panic! Is it done? Yes. No; maybe: later.",
    "rock'n'roll, o'clock, the dogs' bowls and '90s music",
    "C++ and C# are languages, AT&T is a company, R&D costs 100%.",
    "ﬁle oﬃce ﬂow ½ ¼ ① Ⅷ ™ ㎏ №5 x² H₂O",
    "İstanbul ısı i I ı İ, Iğdır",
    "one two three one two four one two three five",
    "ha ha ha ha",
)
"""English as documentation has it, with digits, apostrophes, dots, ligatures and repeated words."""

OTHERS = (
    "Die Größe der Übertragung hängt von der Länge des Schlüssels ab; Maß und Masse, STRASSE und Straße.",
    "L’été dernier, l'élève a mangé une crêpe à Noël : c’était très « bon ».",
    "El niño comió piñas mañana; ¿cuándo llegará el pingüino? ¡Nunca!",
    "Zażółć gęślą jaźń, łódź i ćma. Příliš žluťoučký kůň úpěl ďábelské ódy.",
    "Åke såg älgen vid Örebro på lördag. Blåbærgrød på øya.",
    "Đường phố Hà Nội rất đông vào buổi sáng, ơ ư ế ộ.",
    "Съешь же ещё этих мягких французских булок, да выпей чаю. За́мок и замо́к, йод и ёлка.",
    "Їжак і ґанок стоять біля лісу. Ђак и љубав.",
    "Ο Σίσυφος σπρώχνει τον βράχο· ΆΛΦΑ, άλφα και Ωμέγα.",
    "שָׁלוֹם עולם, זהו טקסט בעברית עם ניקוד: בְּרֵאשִׁית. צה״ל וג׳ירפה.",
    "مرحبا بالعالم، هٰذا نَصٌّ عربيّ مع تشكيل. مدرســة ومدرسة، أحمد وإبراهيم، ٢٠٢٤.",
    "این یک متن فارسی است؛ می‌خواهم کتاب‌ها را بخوانم ۱۲۳.",
    "यह हिन्दी में एक वाक्य है। क़लम और क्षत्रिय, ४२ प्रतिशत.",
    "এটি বাংলা ভাষার একটি বাক্য। তারা কোথায়?",
    "இது தமிழ் மொழியில் ஒரு வாக்கியம். கொடுத்தான்.",
    "ภาษาไทยไม่มีการเว้นวรรคระหว่างคำ แต่เว้นระหว่างประโยค น้ำตาล กำลัง เก่า",
    "ພາສາລາວກໍ່ບໍ່ມີຊ່ອງວ່າງລະຫວ່າງຄໍາ",
    "ភាសាខ្មែរមិនមានចន្លោះរវាងពាក្យទេ។",
    "မြန်မာဘာသာစကားသည် လှပသည်။",
    "日本語の文章には空白がありません。サーバーは設定ファイルを読み込み、データベースに接続します。",
    "東京都は日本の首都です。京都大学の研究生は、きってときつてを見分けられますか?ガギグ、ｶﾞｷﾞｸﾞ、カタカナ。",
    "北京大学的研究生命科学的学生正在阅读配置文件,服务器启动时读取一次。",
    "中文網頁沒有空格;繁體字與簡體字不同,ＡＢＣ１２３是全形。",
    "한국어 문장은 띄어쓰기가 있습니다. 서버를 시작하면 설정을 읽습니다. 가나다 각 낙.",
    "ქართული ენა ლამაზია. ᲥᲐᲠᲗᲣᲚᲘ.",
    "Հայերեն լեզուն գեղեցիկ է։ և եւ",
    "አማርኛ ቋንቋ ነው። ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ",
    "བོད་སྐད་ནི་སྙན་པོ་ཡིན། සිංහල භාෂාව. తెలుగు భాష. ಕನ್ನಡ ಭಾಷೆ. മലയാളം ഭാഷ.",
)
"""One sentence and more of other languages."""

ASTRAL = ("𝓈𝒸𝓇𝒾𝓅𝓉 and 𝐁𝐨𝐥𝐝", "👍🏽 thumbs 👨‍👩‍👧 family 🇫🇷 flag 🙂", "𠮷野家と𩸽", "😀 done")
"""Text outside the Basic Multilingual Plane, on which Chromium may hang: on pages of their own."""

_TRAPS = (
    "foo.bar|3.14|1,234.5|it's|l’eau|a_b|key:value|10:30|user@host|e.g.|U.S.A.|x1y2|camelCase|v2|10 km|a·b|a‧b|"
    "foo/bar|foo-bar|foo‑bar|butter\u00adfly|zero\u200bwidth|join\u2060er|non\u200cjoiner|zwj\u200dhere|"
    "bom\ufeffhere|a b|a b|\u3000全角\u3000|-5|+5|#1|5%|…|"
    "“a”|‘b’|a'|'a|\"q\"|¿qué?|ｆｕｌｌ|Ｗｉｄｅ|ｶﾅ|①②|é|é|ﬀ|ß|ŉ|ǆ|"
    "12;34|1'000|1’000|5.|.5|a.5|5.a|5a.b|a,b|1,a|"
    "ー|カー|々|〆切|한글ABC|ABC한글|日本ABC|ABC日本|42本|第1章|กขค123|ไทยABC|ʼtis|"
    "O'Neill|à la|\u200fעברית\u200e|١٢٣|%20|100%|&|<tag>|e\u0301|a\u00a0b|a\u202fb|\u3000x|10\u202fkm|n\u0303o|"
    "in\u200bside|x\u00a0=\u00a01"
)
TRAPS = tuple(_TRAPS.split("|"))
"""Single words at which engines differ from the naive view."""

INVISIBLE = ("\u00ad", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u200e", "\u034f", "\ufe0f", "\u061c")
"""Characters that show nothing."""

SPACES = ("\u00a0", "\u2009", "\u202f", "\u3000", "\u2003", "  ", "\n", "\t", " \n ", "\u2028", "\f", "\r\n")
"""What may stand where a space stood."""

ENTITIES = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    "\u00a0": "&nbsp;",
    "\u00ad": "&shy;",
    "é": "&eacute;",
    "ü": "&uuml;",
    "—": "&mdash;",
    "–": "&ndash;",
    "…": "&hellip;",
    "’": "&rsquo;",
    "“": "&ldquo;",
    "”": "&#8221;",
    "e": "&#101;",
    "a": "&#x61;",
    " ": "&#32;",
    "ß": "&szlig;",
    "'": "&apos;",
    '"': "&quot;",
    "\u200d": "&zwj;",
    "\u2009": "&thinsp;",
}
"""How an author may write a character."""
