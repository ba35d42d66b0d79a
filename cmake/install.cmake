# Everything that is installed: library, headers, tool, pkg-config and CMake package files, man page, shell completion,
# manual, schema, examples.
# The package files find the rest by relative paths, so the whole may be moved or staged with DESTDIR.
include(CMakePackageConfigHelpers)
set(PAWL_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/pawl)

install(TARGETS pawl EXPORT pawl LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/pawl DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
if(TARGET pawl_cli)
  file(RELATIVE_PATH lib_from_bin ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set_target_properties(pawl_cli PROPERTIES INSTALL_RPATH "$ORIGIN/${lib_from_bin}")
  install(TARGETS pawl_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

install(EXPORT pawl FILE pawlTargets.cmake NAMESPACE pawl:: DESTINATION ${PAWL_CMAKE_DIR})
configure_package_config_file(cmake/pawlConfig.cmake.in ${PROJECT_BINARY_DIR}/pawlConfig.cmake
                              INSTALL_DESTINATION ${PAWL_CMAKE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pawlConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pawlConfig.cmake ${PROJECT_BINARY_DIR}/pawlConfigVersion.cmake
        DESTINATION ${PAWL_CMAKE_DIR})

file(RELATIVE_PATH PAWL_PREFIX_FROM_PC ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/pawl.pc.in ${PROJECT_BINARY_DIR}/pawl.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/pawl.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(FILES docs/man/pawl.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES tools/completion/pawl.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME pawl)
install(FILES tools/completion/_pawl DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "man" EXCLUDE)
install(FILES docs/pawl.schema.json docs/study.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/pawl)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN "*.result" EXCLUDE PATTERN "*.partial" EXCLUDE)
