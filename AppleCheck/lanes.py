"""The two lanes in which Apple code is type-checked on Linux: declaration-only stand-ins, and modules made by the frontend.

Results are kept in .build-apple by a hash of what they were made from, so that a warm run checks what changed.
"""
import hashlib
import json
import os
import re
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HERE = os.path.join(ROOT, "AppleCheck")
OUT = os.environ.get("LANYARD_APPLE_BUILD", os.path.join(ROOT, ".build-apple"))
TRIPLE = "x86_64-apple-ios18.0-simulator"
LANGUAGE = ["-swift-version", "6", "-parse-as-library"]
STRICT = [
    "-package-name", "lanyard", "-warnings-as-errors",
    "-enable-upcoming-feature", "ExistentialAny",
    "-enable-upcoming-feature", "InternalImportsByDefault",
    "-enable-upcoming-feature", "MemberImportVisibility",
]
STUBS = ["_AppleCF", "Security", "LocalAuthentication", "CryptoKit", "CommonCrypto", "os", "OSLog"]
STANDARD_LIBRARY = ["Swift", "_Concurrency", "_StringProcessing", "_RegexParser", "SwiftOnoneSupport", "_Builtin_float"]
C_MODULES = ["CSQLite", "CZlib"]  # modules of the system on Apple too; COpenSSL, CCurl and the rest are Linux only
APPLE = re.compile(r"canImport\((?:CryptoKit|Security|CommonCrypto|os|OSLog|LocalAuthentication)\)")


COMPILER = subprocess.run(["swiftc", "--version"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout


class Failed(Exception):
    """A module that does not type-check, with what the compiler said."""


def toolchain_library():
    swiftc = os.path.realpath(shutil.which("swiftc"))
    return os.path.normpath(os.path.join(os.path.dirname(swiftc), "..", "lib", "swift"))


def swift_files(folder):
    found = []
    for base, _, names in os.walk(folder):
        found += [os.path.join(base, name) for name in names if name.endswith(".swift")]
    return sorted(found)


def digest(files, *more):
    state = hashlib.sha256("\0".join(more).encode())
    for path in files:
        with open(path, "rb") as handle:
            state.update(path.encode() + b"\0" + handle.read() + b"\0")
    return state.hexdigest()


def targets():
    """The library targets with their folders and dependencies, each after those that it needs."""
    described = subprocess.run(
        ["swift", "package", "describe", "--type", "json"], cwd=ROOT, check=True, stdout=subprocess.PIPE
    ).stdout
    library = {
        target["name"]: target
        for target in json.loads(described)["targets"]
        if target["type"] == "library" and target["path"].startswith("Sources/")
    }
    order, seen = [], set()

    def visit(name):
        if name in library and name not in seen:
            seen.add(name)
            for dependency in sorted(library[name].get("target_dependencies", [])):
                visit(dependency)
            order.append((name, library[name]["path"], library[name].get("target_dependencies", [])))

    for name in sorted(library):
        visit(name)
    return order


def adapting(wanted):
    """The targets that adapt an Apple framework, each with itself and all that it needs."""
    needed = {}
    for name, _, needs in wanted:
        needed[name] = {name}.union(*(needed.get(need, set()) for need in needs))
    found = {}
    for name, path, _ in wanted:
        for file in swift_files(os.path.join(ROOT, path)):
            with open(file, encoding="utf-8") as handle:
                if APPLE.search(handle.read()):
                    found[name] = needed[name]
    return found


class Lane:
    """A folder of modules, the flags that they are made with, and what each was made from."""

    def __init__(self, name, flags):
        self.folder = os.path.join(OUT, name)
        self.modules = os.path.join(self.folder, "modules")
        os.makedirs(self.modules, exist_ok=True)
        self.flags = flags + LANGUAGE + [
            "-module-cache-path", os.path.join(OUT, "cache"),
            "-plugin-path", os.path.join(toolchain_library(), "host", "plugins"),
            "-I", self.modules,
        ]
        for module in C_MODULES:
            self.flags += ["-I", os.path.join(ROOT, "Sources", "C", module)]
        self.keys = {}
        self.standins = []
        self.made = 0

    def frontend(self, mode, name, files, flags):
        done = subprocess.run(
            ["swiftc", "-frontend", *mode, "-module-name", name, *self.flags, *flags, *files],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        if done.returncode != 0:
            raise Failed(f"{name} does not type-check in the lane {os.path.basename(self.folder)}:\n{done.stdout}")

    def module(self, name, files, flags=(), needs=()):
        """Makes a module unless it stands already, made from the same sources by the same compiler."""
        key = digest(files, *self.flags, *flags, *(self.keys.get(need, "") for need in needs), COMPILER)
        self.keys[name] = key
        stamp = os.path.join(self.modules, name + ".key")
        if os.path.exists(stamp) and open(stamp).read() == key:
            return
        output = os.path.join(self.modules, name + ".swiftmodule")
        self.frontend(["-emit-module", "-o", output], name, files, list(flags))
        with open(stamp, "w") as handle:
            handle.write(key)
        self.made += 1

    def stubs(self, folder, names):
        for name in names:
            self.module(name, swift_files(os.path.join(HERE, folder, name)), needs=self.standins)
            self.standins.append(name)

    def target(self, name, path, needs):
        self.module(name, swift_files(os.path.join(ROOT, path)), STRICT, needs=[*self.standins, *sorted(needs)])


def resources(library):
    """A resource folder whose standard library is the toolchain's, with the target line rewritten."""
    folder = os.path.join(OUT, "resources")
    done = os.path.join(folder, ".done")
    if os.path.exists(done) and open(done).read() == COMPILER + TRIPLE:
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "iphonesimulator"))
    for part in ("shims", "clang"):
        shutil.copytree(os.path.join(library, part), os.path.join(folder, part))
    host = "x86_64-unknown-linux-gnu"
    for module in STANDARD_LIBRARY:
        source = os.path.join(library, "linux", f"{module}.swiftmodule", f"{host}.swiftinterface")
        with open(source, encoding="utf-8") as handle:
            lines = handle.read().split("\n")
        for index, line in enumerate(lines[:6]):
            line = line.replace(f"-target {host}", f"-target {TRIPLE}").replace(" -static ", " ")
            line = re.sub(r"-module-link-name \w*", "", line)
            line = line.replace("-target-min-inlining-version min", "-target-min-inlining-version target")
            lines[index] = line + (" -disable-availability-checking" if "swift-module-flags:" in line else "")
        text = re.sub(r"@backDeployed\([^)]*\)", "", "\n".join(lines))
        text = re.sub(r"^import Glibc$", "", text, flags=re.MULTILINE)
        place = os.path.join(folder, "iphonesimulator", f"{module}.swiftmodule")
        os.makedirs(place)
        with open(os.path.join(place, "x86_64-apple-ios-simulator.swiftinterface"), "w", encoding="utf-8") as handle:
            handle.write(text)
    with open(done, "w") as handle:
        handle.write(COMPILER + TRIPLE)
    return folder


def target_lane():
    library = toolchain_library()
    # Clang predefines __nonnull for Apple targets, which the headers of Linux take for their own macro.
    system = ["-Xcc", "-U__nonnull", "-Xcc", "-isystem", "-Xcc", "/usr/include", "-Xcc", "-isystem", "-Xcc", "/usr/include/x86_64-linux-gnu"]
    lane = Lane(
        "target",
        ["-target", TRIPLE, "-resource-dir", resources(library), "-disable-objc-interop", *system,
         "-I", os.path.join(HERE, "target", "CDarwin")],
    )
    lane.stubs("target", ["Darwin", "Synchronization", "Dispatch", "Foundation"])
    lane.stubs("stubs", STUBS)
    return lane


def adapters_lane():
    lane = Lane("adapters", [])
    lane.stubs("stubs", STUBS)
    return lane
