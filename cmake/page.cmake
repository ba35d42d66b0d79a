# The report page: one file, bundled from viewer/ by npm's packages. Where npm cannot be had the script says so and the target is
# done without it. Builds with sanitizers take the page of another build.
file(GLOB_RECURSE PAWL_PAGE_SOURCES CONFIGURE_DEPENDS viewer/src/*.ts viewer/src/*.css)
set(PAWL_PAGE_FOR build)
if(PAWL_TESTS)
  set(PAWL_PAGE_FOR test)
endif()
add_custom_command(
  OUTPUT ${CMAKE_BINARY_DIR}/page.html
  COMMAND ${PROJECT_SOURCE_DIR}/tools/build-page.sh ${CMAKE_BINARY_DIR}/page.html ${PAWL_PAGE_FOR}
  DEPENDS ${PAWL_PAGE_SOURCES} viewer/build.mjs viewer/template.html viewer/package-lock.json tools/build-page.sh
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  COMMENT "report page"
  VERBATIM)
add_custom_target(page ALL DEPENDS ${CMAKE_BINARY_DIR}/page.html)
install(FILES ${CMAKE_BINARY_DIR}/page.html DESTINATION ${CMAKE_INSTALL_DATADIR}/pawl OPTIONAL)
