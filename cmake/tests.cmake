# SPDX-License-Identifier: Apache-2.0
# Every *_test.cc becomes part of one GoogleTest program; every tests/scaffold/*.sh one ctest test.
find_package(GTest REQUIRED)
include(GoogleTest)

file(GLOB_RECURSE test_sources CONFIGURE_DEPENDS src/*_test.cc tests/*_test.cc tests/case/*.cc)
list(REMOVE_DUPLICATES test_sources)
add_executable(slowtell_tests ${test_sources})
target_include_directories(slowtell_tests PRIVATE ${CMAKE_SOURCE_DIR})
target_compile_definitions(slowtell_tests PRIVATE SLOWTELL_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
                                                  SLOWTELL_BINARY_DIR="${CMAKE_BINARY_DIR}")
target_link_libraries(slowtell_tests PRIVATE slowtell_core GTest::gtest GTest::gmock ZLIB::ZLIB)
add_dependencies(slowtell_tests slowtell)
if(EXISTS ${CMAKE_SOURCE_DIR}/tests/clickhouse_server/CMakeLists.txt)
  add_subdirectory(tests/clickhouse_server)
  add_dependencies(slowtell_tests clickhouse_server)
endif()
# One ctest entry for the whole program: the engine takes 0.4 s to load, so a process per test would
# cost more than the tests. The program itself prints every test.
add_test(NAME slowtell_tests COMMAND slowtell_tests)
set_tests_properties(slowtell_tests PROPERTIES TIMEOUT 1500)

file(GLOB scaffold_tests CONFIGURE_DEPENDS tests/scaffold/*.sh)
foreach(script ${scaffold_tests})
  get_filename_component(name ${script} NAME_WE)
  add_test(NAME ${name} COMMAND ${script} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES TIMEOUT 900 SKIP_RETURN_CODE 77
                       ENVIRONMENT "SLOWTELL_BUILD=${CMAKE_BINARY_DIR}")
endforeach()
