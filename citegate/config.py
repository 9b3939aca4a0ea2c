"""The settings in force: read from the settings file and from flags, each in its type."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path, PurePosixPath

from citegate.errors import ConfigError, UnknownRule
from citegate.index.dialect import Reading, choose_dialect
from citegate.index.files import Files, read_file
from citegate.index.generators import GENERATORS
from citegate.index.names import closest_name
from citegate.index.remote import is_url, open_files
from citegate.model import ENGINES, Engine, Severity
from citegate.options import ALL, OFF, OPTIONS, Option
from citegate.parse.mdx.components import Component, Display
from citegate.rule_names import find_rule
from citegate.rules import COULD_NOT_WORK

FILE = "citegate.toml"
PROJECT_FILE = "pyproject.toml"
TABLE = "tool.citegate"
MAX_BYTES = 1_000_000  # of a settings file
MAX_PARTS = 100  # of a dotted key; what reads TOML takes the square of their number
_LONG_KEY = re.compile(rf"(?:\.[ \t]*[\"'\w-]{{1,80}}[ \t]*){{{MAX_PARTS}}}")
_PATHS = ("site", "external", "proof_folder", "baseline")
_READ = ("content", "manifests", "site", "external")
_ADDRESSES = ("site_url", "model_url", "embeddings_url", "rerank_url")
_ADDRESS = re.compile(r"https?://[^\s/?#\\@]+(?:/[^\s?#\\]*)?", re.IGNORECASE)
_DRIVE = re.compile(r"[A-Za-z]:(?=[\\/]|$)")  # C:\docs is absolute on Windows, and nowhere below the project
_BASE = re.compile(r"[^\s?#\\:]*")
_FIELD = re.compile(r"\{\w+\}|:\w+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Config:
    """The settings in force."""

    root: Path
    """The project's folder; every path of a finding is relative to it."""
    source: str = ""
    """The URL below which the project's files are read; "" for `root`."""
    content: tuple[str, ...] = ("content",)
    manifests: tuple[str, ...] = ()
    engines: tuple[Engine, ...] = tuple(ENGINES.values())
    fail_on: Severity = Severity.ERROR
    allow_empty: bool = False
    out: str = "allowlist.json"
    baseline: str = ""
    """The list of known faults; "" for none."""
    update_baseline: bool = False
    """True when the list becomes what this run finds."""
    min_length: int = 24
    max_bytes: int = 50_000_000
    """Of the largest file that is read."""
    site_url: str = ""
    site: str = ""
    """The folder of the built site; "" to decide on the documents themselves."""
    generator: str = ""
    """What built it; "" to find out."""
    dialect: str = ""
    """The dialect of Markdown and MDX; "" to find out."""
    hard_breaks: bool = False
    components: tuple[tuple[str, Component], ...] = ()
    """MDX components by name, beside those that the dialect knows."""
    base: str = ""
    """The path under which it is served; "" to find out."""
    pages: tuple[tuple[str, str], ...] = ()
    """A pattern of document ids, and the address of their pages; the first that fits holds."""
    external: str = ""
    """The folder of snapshots; "" to leave links to other sites unchecked."""
    prove: tuple[str, ...] = ()
    """The engines of the real browsers that open every link."""
    proof_folder: str = "citegate-proof"
    minimise: bool = False
    """True when a page on which a browser disagrees is cut down to what matters."""
    embeddings: str = "auto"
    embeddings_url: str = ""
    embeddings_model: str = ""
    rerank_url: str = ""
    rerank_model: str = ""
    model_url: str = ""
    model: str = ""
    severity: tuple[tuple[str, Severity | None], ...] = ()
    """For rules by code: the severity in force, None for those that are off."""
    paths: tuple[str, ...] = ()
    """What the run is limited to; () for everything."""
    changed: tuple[str, ...] | None = None
    """Files of a change, of whose citations one is on either side; None for a run that is not limited to one."""
    frozen: bool = False
    """True when nothing may be written, and the allowlist must be right already."""
    writes: bool = True
    """False for a run that leaves no trace."""
    jobs: int = 1
    """How many processes may share the work."""
    engine: str = "local"
    """What shares the work: `local` processes, or a `dask` cluster."""
    scheduler: str = ""
    """The address of the cluster's scheduler."""
    cache: str = ""
    """The folder in which the run keeps what it decided, and looks first; "" for none."""
    keeps_pages: bool = False
    """True when the report is to have the pages that are cited."""

    @property
    def is_limited(self) -> bool:
        """True when not every citation is decided."""
        return bool(self.paths) or self.changed is not None

    @property
    def places(self) -> tuple[str, ...]:
        """The folders that are read, and the project's own URL: whatever may be a URL."""
        return tuple(filter(None, (self.source, *self.content, *self.manifests, self.site, self.external)))

    def files(self) -> Files:
        """The project's files. Raises MissingExtra and ConfigError where they are at a URL that cannot be read."""
        return open_files(self.root, self.source, self.places, self.max_bytes)

    def reading(self, files: Files) -> Reading:
        """How the project's documents are read."""
        return choose_dialect(
            files, self.dialect, self.generator, hard_breaks=self.hard_breaks, components=self.components
        )


def load(root: Path, flags: Mapping[str, object] | None = None, file: Path | None = None) -> Config:
    """The settings of the project at `root`: its settings file, then `flags` (None means: not given).

    Raises ConfigError for a file that cannot be read, an unknown key or a wrong value.
    """
    return made(root, merged(root, flags, file))


def merged(root: Path, flags: Mapping[str, object] | None = None, file: Path | None = None) -> dict[str, object]:
    """The settings as they are written, in the settings file and then in `flags` (None means: not given)."""
    settings = dict(read_settings(root, file))
    settings.update({key: value for key, value in (flags or {}).items() if value is not None})
    return settings


def made(root: Path, settings: Mapping[str, object]) -> Config:
    """The settings in their types. Raises ConfigError for an unknown key or a wrong value."""
    values = {key: convert(OPTIONS[key], value) for key, value in settings.items() if key in OPTIONS}
    rest = {key: value for key, value in settings.items() if key not in OPTIONS}
    known = {field.name for field in fields(Config)}
    for key in rest:
        if key not in known:
            raise unknown_setting(key)
    config = Config(root=root, **values, **rest)  # type: ignore[arg-type] # convert gives each key its type
    for folder in config.content:
        if (root / folder).is_file():
            raise ConfigError(f"`content`: {folder} is a file", "name the folder that holds the documents")
    return config


def project_path(root: Path, path: Path) -> str:
    """A path as the user typed it, relative to the project. Raises ConfigError for one outside."""
    try:
        return path.resolve().relative_to(root.resolve()).as_posix()
    except ValueError as error:
        raise ConfigError(f"{path} is outside the project", "run citegate in the project's folder") from error


def read_settings(root: Path, file: Path | None = None) -> dict[str, object]:
    """The keys and values of the settings file; {} when there is none. `file` must exist when it is given."""
    return settings_file(root, file)[1]


def settings_file(root: Path, file: Path | None = None) -> tuple[Path | None, dict[str, object]]:
    """The settings file with its keys and values; None and {} when there is none. Raises ConfigError."""
    candidates = [file] if file else [root / FILE, root / PROJECT_FILE]
    for path in candidates:
        if not path.exists():
            if path is file:
                raise ConfigError(f"there is no file {file}", "check --config")
            continue
        table = settings_table(path)
        if table is None:
            continue
        for key in table:
            if key not in OPTIONS:
                raise unknown_setting(key, f"{path.name}: ")
        return path, table
    return None, {}


def unknown_setting(key: str, where: str = "") -> ConfigError:
    """The error for a setting that does not exist; it names the closest one."""
    close = closest_name(key, OPTIONS)
    hint = f"did you mean `{close}`?" if close else "the settings are " + ", ".join(OPTIONS)
    return ConfigError(f"{where}unknown setting `{key}`", hint)


def settings_table(path: Path) -> dict[str, object] | None:
    """The settings in this file; None when it is a pyproject.toml without any."""
    import tomllib  # noqa: PLC0415 - where there is such a file

    try:
        text = read_file(path, MAX_BYTES).decode("utf-8")
        if _LONG_KEY.search(text):
            raise ConfigError(f"{path.name} has a key of more than {MAX_PARTS} parts", "mend the syntax")
        data = tomllib.loads(text)
    except OSError as error:
        raise ConfigError(f"cannot read {path.name}: {(error.strerror or '').lower()}") from error
    except RecursionError as error:
        raise ConfigError(f"{path.name} is nested too deep", "mend the syntax") from error
    except ValueError as error:  # TOML's own, or bytes that are not UTF-8
        raise ConfigError(f"{path.name} is not TOML: {error}", "mend the syntax") from error
    if path.name != PROJECT_FILE:
        return data
    tool = data.get(TABLE.partition(".")[0])
    table = tool.get(TABLE.partition(".")[2]) if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        raise ConfigError(f"{path.name}: [{TABLE}] is a table, not {table!r}", f"write [{TABLE}] and its keys below it")
    return table


def convert(option: Option, value: object) -> object:
    """The value of a setting in its type. Raises ConfigError that says what it should be."""
    match option.kind:
        case "text" if isinstance(value, str):
            return _text(option, value)
        case "texts" | "choices" if isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
            if option.kind == "choices":
                return tuple(_engine(str(item)) for item in dict.fromkeys(value)) or _no(option, value)
            return tuple(_path(option, str(item)) for item in value) or _none(option, value)
        case "number" if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        case "truth" if isinstance(value, bool):
            return value
        case "choice" if value in option.choices:
            return Severity(str(value))
        case "browsers" if isinstance(value, (list, tuple)) and set(value) <= {*ENGINES, ALL}:
            return tuple(ENGINES) if ALL in value else tuple(dict.fromkeys(value))
        case "patterns" if isinstance(value, Mapping) and all(isinstance(item, str) for item in value.values()):
            return tuple((str(key), _page(str(item))) for key, item in value.items())
        case "components" if isinstance(value, Mapping):
            return tuple((str(name), _component(str(name), setting)) for name, setting in value.items())
        case "table" if isinstance(value, Mapping):
            return _severities(value)
    return _no(option, value)


_EXPECTED = {
    "text": "a text",
    "texts": "a list of texts",
    "number": "a whole number from 0 on",
    "truth": "true or false",
    "table": "a table",
    "patterns": "a table of texts",
    "components": "a table of tables",
}


def _none(option: Option, value: object) -> object:
    """An empty list, where the setting may have one. Raises ConfigError where it may not."""
    if option.default:
        raise ConfigError(f"`{option.key}` names nothing", option.help)
    return tuple(value) if isinstance(value, (list, tuple)) else ()


def _no(option: Option, value: object) -> object:
    wanted = _EXPECTED.get(option.kind) or "one of " + ", ".join(option.choices)
    raise ConfigError(f"`{option.key}` is {wanted}, not {value!r}", option.help)


def _engine(name: str) -> Engine:
    if name not in ENGINES:
        close = closest_name(name, ENGINES)
        hint = f"did you mean {close}?" if close else "the engines are " + ", ".join(ENGINES)
        raise ConfigError(f"there is no engine {name!r}", hint)
    return ENGINES[name]


def _text(option: Option, value: str) -> str:
    """The text, of a setting that names a folder or a generator in its own form. Raises ConfigError."""
    if _CONTROL.search(value):
        raise ConfigError(f"`{option.key}` holds a control character: {value!r}", option.help)
    if option.key in _PATHS and value:
        return _path(option, value)
    if option.key in _ADDRESSES and value and not _ADDRESS.fullmatch(value):
        raise ConfigError(
            f"`{option.key}`: {value!r} is no address of a site", "write https://host or https://host/path"
        )
    if option.key == "base" and value and not _is_base(value):
        raise ConfigError(f"`base`: {value!r} is no path of a site", "write a path such as /docs/")
    if option.key == "generator" and value and value not in GENERATORS:
        close = closest_name(value, GENERATORS)
        hint = f"did you mean {close}?" if close else "the generators are " + ", ".join(GENERATORS)
        raise ConfigError(f"there is no generator {value!r}", hint)
    if option.key == "dialect" and value:
        from citegate.parse.dialects import DIALECTS  # noqa: PLC0415 - only where the setting is used

        if value not in DIALECTS:
            close = closest_name(value, DIALECTS)
            hint = f"did you mean {close}?" if close else "the dialects are " + ", ".join(DIALECTS)
            raise ConfigError(f"there is no dialect {value!r}", hint)
    return value


def _page(pattern: str) -> str:
    """A pattern of a page's address. Raises ConfigError for one that no page of the site can have."""
    path = _FIELD.sub("x", pattern)
    if not path or _CONTROL.search(path) or not _BASE.fullmatch(path.replace(":", "")) or "//" in path or "{" in path:
        is_sound = False
    else:
        is_sound = "}" not in path and ".." not in path.split("/")
    if not is_sound:
        raise ConfigError(f"`pages`: {pattern!r} is no address of a page", "write a path such as /posts/{slug}/")
    return pattern


def _is_base(value: str) -> bool:
    """True for a path without a step upwards, or a whole address."""
    return bool(_ADDRESS.fullmatch(value) or _BASE.fullmatch(value)) and ".." not in value.split("/")


def _component(name: str, setting: object) -> Component:
    """How a component stands on the page. Raises ConfigError for anything but one display and a list of props."""
    displays = tuple(display.value for display in Display)
    wanted = f'write {name} = {{ block = true, text = ["title"] }}; the displays are ' + ", ".join(displays)
    if not isinstance(setting, Mapping):
        raise ConfigError(f"`components`: {name} is a table, not {setting!r}", wanted)
    chosen = [key for key in displays if setting.get(key) is True]
    unknown = [key for key in setting if key not in (*displays, "text")]
    if unknown:
        close = closest_name(str(unknown[0]), (*displays, "text"))
        raise ConfigError(
            f"`components`: {name} has an unknown key {unknown[0]!r}", f"did you mean {close}?" if close else wanted
        )
    text = setting.get("text", [])
    is_list = isinstance(text, (list, tuple)) and all(isinstance(prop, str) for prop in text)
    if len(chosen) > 1 or not is_list or any(setting[key] is not True for key in setting if key != "text"):
        raise ConfigError(f"`components`: {name} has one display, and `text` is a list of props", wanted)
    return Component(Display(chosen[0]) if chosen else Display.TRANSPARENT, tuple(text))


def _path(option: Option, path: str) -> str:
    """The path in the form that findings use. Raises ConfigError for one outside the project."""
    if _CONTROL.search(path):
        raise ConfigError(f"`{option.key}` holds a control character: {path!r}", option.help)
    if option.key in _READ and is_url(path):
        return path.rstrip("/")
    plain = PurePosixPath(path.replace("\\", "/"))
    if plain.is_absolute() or _DRIVE.match(path) or ".." in plain.parts:
        raise ConfigError(f"`{option.key}`: {path} is outside the project", "name a folder below the project's own")
    return plain.as_posix()


def _severities(table: Mapping[object, object]) -> tuple[tuple[str, Severity | None], ...]:
    """The severity of each rule, sorted by code. Raises ConfigError for a rule that is named twice."""
    found: dict[str, Severity | None] = {}
    for name, level in table.items():
        code, severity = _severity(str(name), level)
        if code in found:
            raise ConfigError(f"`severity`: {code} is set twice", "name each rule once, by its code or by its name")
        found[code] = severity
    return tuple(sorted(found.items(), key=lambda item: item[0]))


def _severity(code: str, level: object) -> tuple[str, Severity | None]:
    try:
        rule = find_rule(code)
    except UnknownRule as error:
        raise ConfigError(f"`severity`: {error.message}", error.hint) from error
    if rule.code in COULD_NOT_WORK:
        raise ConfigError(f"`severity`: {rule.code} cannot be changed", "a run that could not do its work must say so")
    if level == OFF:
        return rule.code, None
    if level not in tuple(Severity):
        raise ConfigError(f"`severity`: {code} is one of {', '.join(Severity)} or {OFF}, not {level!r}")
    return rule.code, Severity(str(level))
