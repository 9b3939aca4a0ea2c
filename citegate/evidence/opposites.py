"""Words that say the opposite of each other in a manual, and words that deny what follows them.

A line has two sides; every word of one side shuts out every word of the other, said of the same thing. "Not" before a
word of one side says what the other side says. Words that merely differ (read and write, north and south) are on no
line: of such a pair neither is what the denial of the other says.
"""

from __future__ import annotations

from collections.abc import Mapping

from citegate.evidence.terms import stem

PERMISSION = 0
"""The line of what may be, and what may not."""
_PERMISSION = (
    "allow permit let enable possible able"
    " | forbid forbidden prohibit disallow ban banned prevent refuse block deny impossible unable"
)
_LINES = f"""
{_PERMISSION}
accept | reject refuse decline
enable activate | disable deactivate
include contain comprise including | exclude lack omit except excluding
require required mandatory compulsory obligatory necessary necessitate need | optional unnecessary voluntary
true | false
safe | unsafe dangerous hazardous
valid | invalid
legal | illegal
support | unsupported
succeed success successful pass | fail failure unsuccessful
increase rise rose risen grow grew raise | decrease fall fell fallen drop shrink decline reduce lower
open opened | closed close shut
start begin launch | stop end terminate
free gratis | paid
full | empty
keep kept retain preserve remain stay | remove delete drop discard erase
add insert attach | remove delete detach
same identical equal shared | different separate distinct
strong stronger | weak weaker
strict stricter | loose looser lenient
large larger big bigger greater | small smaller
high higher | low lower
long longer | short shorter
fast faster quick quicker | slow slower
new newer | old older
early earlier | late later
earlier previous previously prior former | later subsequent subsequently future following
first | last
positive | negative
present existing | absent missing
visible shown show display | hidden invisible hide
public | private
local locally | remote remotely
static statically | dynamic dynamically
encrypt encrypted | decrypt unencrypted decrypted plaintext
synchronous synchronously | asynchronous asynchronously
automatic automatically | manual manually
explicit explicitly | implicit implicitly
temporary temporarily transient | permanent permanently persistent
mutable | immutable
writable | read-only readonly
online | offline
install | uninstall
connect | disconnect
mount | unmount
lock | unlock release
load | unload
compress | decompress uncompressed
import | export
upload | download
push | pull
read-write writable | read-only
ascending | descending
upgrade | downgrade
trusted trust | untrusted distrust
sensitive case-sensitive | insensitive case-insensitive
deprecated obsolete | supported recommended current
ignore skip | honour honor respect heed obey
verify | unverified
internal internally | external externally
inherit | override
maximum | minimum
global globally | per-project
singular | plural
relative | absolute
stable | unstable experimental
known | unknown
empty blank | filled nonempty non-empty
cheap cheaper | expensive dearer
better best | worse worst
inside within | outside
with | without
on | off
append | prepend
sorted ordered | unsorted unordered
eager eagerly | lazy lazily
blocking | nonblocking non-blocking
mandatory | discretionary
together jointly | separately apart individually independently
reversible | irreversible final
recommended | discouraged
always | never
often frequently | rarely seldom
""".strip()

_PREPOSITIONS = ("with", "without", "on", "off", "inside", "within", "outside", "always", "never")
"""Words that stand before what they are about: two of them are opposite only before the same word."""

DENYING = frozenset(
    ("not", "no", "never", "cannot", "nor", "neither", "without", "hardly", "barely", "scarcely", "nobody", "none")
)
"""Words that deny what follows them."""
_REFUSING_WORDS = "refuse fail decline prevent refrain avoid forbid prohibit disallow ban deny unable impossible"
REFUSING = frozenset(map(stem, (*_REFUSING_WORDS.split(), "forbidden")))
"""Verbs that deny the verb they govern: "refuses to start", "prevents it from starting"."""
_ABSENT_WORDS = "missing absent lack lacking unset omit omitted unavailable nonexistent gone empty unspecified"
ABSENT = frozenset(map(stem, _ABSENT_WORDS.split()))
"""Words that say that what stands beside them is not there: "the key is missing" may deny what "without a key" does."""
_CARRYING_WORDS = (
    "allow permit let enable able possible cause make attempt try need want require have allowed permitted"
    " mean supposed necessary"
)
CARRYING = frozenset(map(stem, _CARRYING_WORDS.split()))
"""Words that hand a denial on to the verb they govern: "does not allow it to start"."""

_DENSE_LINES = """
允许 准许 可以 | 禁止 不允许 不准 不得 不可以
支持 | 不支持
包括 包含 | 不包括 排除 不包含
增加 上升 提高 增大 增长 | 减少 下降 降低 减小
开启 打开 启用 激活 | 关闭 停用 禁用
之前 以前 前 | 之后 以后 后
多于 大于 高于 超过 | 少于 小于 低于 不足
最大 最多 上限 | 最小 最少 下限
免费 | 收费 付费
必须 必需 必填 强制 | 不必 可选 选填 无需 不需要 可省略
有效 | 无效 失效
成功 | 失败
相同 一样 一致 同一 同样 | 不同 不一样 各不相同 另一个 不一致
添加 增加 新增 插入 加入 | 删除 移除 去掉 去除
保留 | 删除 丢弃 清除 移除
安装 | 卸载
升级 | 降级 回退
本地 | 远程
公开 公共 | 私有 私人 非公开
同步 | 异步
自动 | 手动 人工
显式 | 隐式
临时 暂时 | 永久 持久 长期
静态 | 动态
加密 | 解密 明文 未加密
显示 可见 | 隐藏 不可见
开始 启动 | 结束 停止
升序 | 降序
上传 | 下载
导入 | 导出
读取 | 写入
内部 | 外部
旧 旧版 早期 以往 | 新 新版 后续
绝对路径 | 相对路径
正数 | 负数
安全 | 不安全 危险
区分 | 忽略
连接 | 断开
锁定 | 解锁
更强 更严格 较强 较严格 | 更弱 更宽松 较弱 较宽松
更快 较快 | 更慢 较慢
更大 较大 | 更小 较小
更高 较高 | 更低 较低
一起 同时 | 分开 分别 单独
总是 始终 一直 | 从不 从未 绝不
只读 | 可写 读写
默认开启 | 默认关闭
受信任 可信 | 不受信任 不可信
空 为空 | 非空
稳定 | 不稳定 实验性
""".strip()

DENSE_FIRST = (
    "先:后",
    "升:降",
    "开:关",
    "入:出",
    "新:旧",
    "前:后",
    "增:减",
    "内:外",
    "上:下",
    "长:短",
    "大:小",
    "高:低",
)
"""Characters that are opposite before the same character: 升序 and 降序."""


def _read(table: str) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    sides = (line.split(" | ") for line in table.splitlines())
    return tuple((frozenset(one.split()), frozenset(other.split())) for one, other in sides)


def _by_term() -> Mapping[str, tuple[tuple[int, int], ...]]:
    found: dict[str, dict[tuple[int, int], None]] = {}
    for number, sides in enumerate(_read(_LINES)):
        for sign, side in zip((1, -1), sides, strict=True):
            for word in sorted(side):
                found.setdefault(stem(word), {})[number, sign] = None
    return {term: tuple(places) for term, places in found.items()}


BY_TERM = _by_term()
"""For a term the lines that it stands on, each with 1 for the first side and -1 for the second."""
BEFORE_A_WORD = frozenset(map(stem, _PREPOSITIONS))
"""Terms of those that count only before the same word."""
DENSE_LINES = _read(_DENSE_LINES)
"""The same for Chinese: words are looked for as they are written, the longest first."""
