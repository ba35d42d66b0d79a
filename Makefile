# CMake does the work; this file says in which order. `make help` lists the targets.
JOBS := $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
# Sanitizers of gcc 12 cannot start under the address randomisation of newer kernels; where it may be switched off, it is.
STILL := $(shell setarch -R true 2>/dev/null && echo setarch -R)

.PHONY: all demo test bench install clean format help packages packages-demo packages-test packages-bench

all: packages build/build.ninja
	@cmake --build build -j $(JOBS) --target pawl pawl_cli page

packages:
	@tools/install-packages.sh --check
packages-demo:
	@tools/install-packages.sh
packages-test:
	@tools/install-packages.sh test
packages-bench:
	@tools/install-packages.sh bench

build/build.ninja:
	@cmake -G Ninja -S . -B build
build/asan/build.ninja:
	@cmake -G Ninja -S . -B build/asan -DPAWL_TESTS=ON -DPAWL_SANITIZE=address,undefined,float-cast-overflow
build/tsan/build.ninja:
	@cmake -G Ninja -S . -B build/tsan -DPAWL_TESTS=ON -DPAWL_SANITIZE=thread

demo: packages-demo
	@$(MAKE) --no-print-directory all
	build/pawl run examples/slider-crank/slider-crank.yaml -o build/demo
	@echo; echo 'build/demo/result.csv, some of its rows and columns:'
	@awk -F, 'NR % 10 == 1 || NR == 2 {printf "%-22s %-22s %-26s %s\n", $$1, $$2, $$3, $$16}' build/demo/result.csv
	@if [ -e build/page.html ]; then build/pawl report build/demo -o build/demo.html && echo && \
	  echo 'see it move: open build/demo.html in a browser'; fi

# Three builds, one test run: the main build's list takes in those of the sanitizer builds, so one summary closes it.
test: packages-test
	@$(MAKE) --no-print-directory build/build.ninja build/asan/build.ninja build/tsan/build.ninja
	@grep -qs 'PAWL_TEST_BUILDS:STRING=asan;tsan' build/CMakeCache.txt || \
	  cmake -S . -B build -DPAWL_TESTS=ON '-DPAWL_TEST_BUILDS=asan;tsan'
	@cmake --build build/asan -j $(JOBS)
	@cmake --build build/tsan -j $(JOBS)
	@cmake --build build -j $(JOBS)
	@cd build && $(STILL) ctest --output-on-failure --no-tests=error -j $(JOBS)

bench: packages-bench
	@$(MAKE) --no-print-directory build/build.ninja
	@grep -qs 'PAWL_BENCH:BOOL=ON' build/CMakeCache.txt || cmake -S . -B build -DPAWL_BENCH=ON
	@cmake --build build -j $(JOBS) --target bench

install: all
	@cmake --install build --prefix $(PREFIX)

clean:
	rm -rf build

format:
	@git ls-files '*.c' '*.h' | xargs clang-format -i

help:
	@echo 'make           build build/pawl'
	@echo 'make demo      install what is missing, build, run an example'
	@echo 'make test      install what is missing, build, run all tests, also under sanitizers'
	@echo 'make bench     install what is missing, build, run the benchmarks'
	@echo 'make install   install below PREFIX ($(PREFIX)); DESTDIR is honoured'
	@echo 'make format    clang-format on all C files'
	@echo 'make clean     remove build/'
