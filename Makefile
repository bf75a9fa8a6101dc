# Lanyard. The two commands of the README are `make demo` and `make test`; `make help` lists the rest.

.DEFAULT_GOAL := help
.NOTPARALLEL:
SHELL := /bin/bash

IMPORTS := --explicit-target-dependency-import-check error
# The targets whose tests share values between tasks.
SHARED := ^(LanyardTests|LanyardLockTests|LanyardCryptoTests|SystemAdaptersTests|TestPeersTests|TestServersTests)\.
FORMATTED := Package.swift $(wildcard Sources Tests Snippets Fuzz Benchmarks Growth)

.PHONY: help demo test build layers words format format-lint unit command contract apple supported \
    crash interop fuzz apple-check tsan bench bench-smoke growth swift packages

help: ## list these targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1|\2/p' Makefile | awk -F'|' '{ printf "  make %-12s %s\n", $$1, $$2 }'

demo: packages ## receive a credential from a local issuer over TLS, check it, keep it, show it
	swift build -c release --product lanyard
	.build/release/lanyard demo

test: build layers words format-lint unit command contract apple supported ## all that a change must pass, in under ten minutes

build: packages ## debug build of everything, warnings are errors
	swift build --build-tests $(IMPORTS)

layers: ## each import is declared, and points up the house
	@Scripts/check-layers

words: ## nothing in Sources can end the process
	@Scripts/check-words

format: ## lay out the sources
	swift format format --in-place --recursive --parallel $(FORMATTED)

format-lint:
	@swift format lint --strict --recursive --parallel $(FORMATTED) && echo "format: as it should be"

unit: ## unit tests, vectors and peers
	@Scripts/unit-tests

command: ## the command, as a person runs it, against reference outputs
	@Scripts/packages command
	@Scripts/check-command

contract: ## the public spelling still compiles unchanged
	@Scripts/check-contract

apple: ## the core type-checks for iOS 18
	@AppleCheck/check target

supported: ## SUPPORTED.md is what the tests show
	@Scripts/supported --check

crash: packages ## real processes killed while they work on a store
	swift build --product CrashProbe
	@Scripts/crash

interop: packages ## against an issuer and judges that are not ours
	@Scripts/packages interop
	swift build --product lanyard
	Interop/issuance

fuzz: packages ## each fuzzer for SECONDS (20)
	@Scripts/fuzz

apple-check: packages ## both Apple lanes, and mistakes that they must refuse
	@AppleCheck/check adapters
	@AppleCheck/check target
	@AppleCheck/mutations

tsan: packages ## the tests under the thread sanitizer
	@Scripts/unit-tests --sanitize thread -Xswiftc -DTSAN --scratch-path .build-tsan --filter "$(SHARED)"

bench: packages ## each operation beside its own floor
	LANYARD_BENCH=1 swift run -c release --scratch-path .build-bench LanyardBenchmarks

bench-smoke: packages ## the benchmarks run, and no ratio is beyond its limit
	LANYARD_BENCH=1 swift run -c release --scratch-path .build-bench LanyardBenchmarks --smoke

growth: packages ## work grows linearly with the input, in counted instructions
	@Scripts/packages growth
	@Scripts/growth

packages: swift
	@Scripts/packages build

swift:
	@command -v swift >/dev/null || { echo "Lanyard needs Swift 6.2 or later: https://www.swift.org/install" >&2; exit 1; }
