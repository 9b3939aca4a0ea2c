"""Units of measure by the names that texts give them; two are compared only where one is an exact multiple."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of measure."""

    dimension: str
    """What it measures; only units of one dimension are compared."""
    factor: Fraction | None = None
    """How many of the dimension's base it is; None for the base itself."""


_TABLE = """
byte: 1 B byte bytes 字节 | 1000 kB KB kb kilobyte kilobytes | 1000000 MB mb megabyte megabytes 兆字节
byte: 1000000000 GB gb gigabyte gigabytes | 1000000000000 TB tb terabyte terabytes
byte: 1024 KiB kib | 1048576 MiB mib | 1073741824 GiB gib | 1099511627776 TiB tib
bit: 1 bit bits 比特 | 1000 kbit Kbit | 1000000 Mbit Mb | 1000000000 Gbit Gb
bit/s: 1000 kbps | 1000000 Mbps mbps | 1000000000 Gbps gbps
second: 1 s sec secs second seconds 秒 秒钟 | 1/1000 ms msec millisecond milliseconds 毫秒
second: 1/1000000 µs μs us microsecond microseconds 微秒 | 1/1000000000 ns nanosecond nanoseconds 纳秒
second: 60 min mins minute minutes 分钟 | 3600 h hr hrs hour hours 小时 个小时 钟头 時間 时间
second: 86400 d day days 天 日间 | 604800 week weeks 周 星期 个星期 週間
month: 1 month months 个月 個月 か月 ヶ月 | 12 year years yr yrs 年间 周年
metre: 1 m metre metres meter meters 米 公尺 | 1000 km kilometre kilometres kilometer kilometers 公里 千米
metre: 1/100 cm centimetre centimetres centimeter centimeters 厘米 公分
metre: 1/1000 mm millimetre millimetres millimeter millimeters 毫米
foot: 1 ft foot feet 英尺 | 1/12 inch inches 英寸 | 5280 mi mile miles 英里 | 3 yd yard yards 码
nautical mile: 1 nm nautical 海里
gram: 1 g gram grams 克 | 1000 kg kilogram kilograms kilo kilos 公斤 千克 | 1/1000 mg milligram milligrams 毫克
gram: 1/1000000 µg μg | 1000000 t tonne tonnes 吨 公吨
pound: 1 lb lbs pound pounds 磅 | 1/16 oz ounce ounces 盎司
litre: 1 l L litre litres liter liters 升 公升 | 1/1000 ml mL millilitre millilitres milliliter milliliters 毫升
gallon: 1 gal gallon gallons 加仑
hertz: 1 Hz hz 赫兹 | 1000 kHz khz | 1000000 MHz mhz | 1000000000 GHz ghz
watt: 1 W watt watts 瓦 瓦特 | 1000 kW kw kilowatt kilowatts 千瓦 | 1000000 MW megawatt megawatts 兆瓦
watt hour: 1000 kWh kwh 千瓦时 度电 | 1000000 MWh
volt: 1 V volt volts 伏 伏特
ampere: 1 A amp amps ampere amperes 安 安培
pixel: 1 px pixel pixels 像素
point size: 1 pt
em: 1 em
celsius: 1 °c ℃ celsius 摄氏度
fahrenheit: 1 °f ℉ fahrenheit 华氏度
percent: 1 % percent 百分比 | 1/10 ‰
percentage point: 1 个百分点
US dollar: 1 $ usd dollar dollars 美元 | 1/100 cent cents
euro: 1 € eur euro euros 欧元
pound sterling: 1 £ gbp 英镑
yen or yuan: 1 ¥
yuan: 1 rmb cny yuan 元 块 块钱 人民币
yen: 1 jpy yen 日元 日圆 円
franc: 1 chf franc francs 法郎
crown: 1 crown crowns krone kroner kronor sek nok dkk 克朗
token: 1 token tokens 词元
character: 1 character characters char chars 字 个字 字符 个字符 文字
word: 1 word words 词 个词
line: 1 line lines 行
page: 1 page pages 页 頁 ページ
request: 1 request requests 次请求 个请求
person: 1 person persons people 人 名 位 个人
time: 1 times 次 回 遍
degree: 1 ° degree degrees 度
hour of day: 60 o'clock o’clock 点 点钟 時 时
year: 1 年
month of year: 1 月 月份
floor: 1 floor floors 层 楼
age: 1 岁 歳
copy: 1 copy copies 份
"""


def _read() -> dict[str, Unit]:
    found: dict[str, Unit] = {
        "percentage point": Unit("percentage point"),
        "percentage points": Unit("percentage point"),
    }
    found["per cent"] = Unit("percent")
    for line in filter(None, _TABLE.splitlines()):
        dimension, _, rest = line.partition(": ")
        for group in rest.split(" | "):
            factor, *names = group.split(" ")
            unit = Unit(dimension, None if factor == "1" else Fraction(factor))
            found.update(dict.fromkeys(names, unit))
    return found


UNITS: dict[str, Unit] = _read()
"""By name; names of one letter and those in which case matters are looked up as written first."""

_COUNTERS = (
    "个 個 条 種 种 项 項 处 處 张 張 台 辆 只 件 本 篇 章 节 節 组 組 步 级 級 倍 艘 座 间 間 家 所 道 班 趟"
    " 成 分 层 つ"
)
CJK_COUNTERS = (*(name for name in UNITS if "\u2e80" <= name[0] <= "\u9fff"), *_COUNTERS.split())
"""What stands behind a number in Chinese or Japanese: units, and the words that count things."""

_MONTHS = "January February March April May June July August September October November December"
MONTHS: dict[str, int] = {
    **{name: number for number, name in enumerate(_MONTHS.split(), 1)},
    **{name[:3]: number for number, name in enumerate(_MONTHS.split(), 1)},
    "Sept": 9,
}
"""Names of months in English, which have a capital, with their numbers."""
