# SPDX-License-Identifier: Apache-2.0
# Row structs from the schema, and the indexes of folders (causes, doubts, importers, commands, views).
# Both are made at configure time; CONFIGURE_DEPENDS makes a new or changed file configure again.
set(SLOWTELL_GEN_DIR ${CMAKE_BINARY_DIR}/gen)
file(MAKE_DIRECTORY ${SLOWTELL_GEN_DIR}/schema)

file(GLOB schema_sql CONFIGURE_DEPENDS src/schema/*.sql)
add_custom_command(
  OUTPUT ${SLOWTELL_GEN_DIR}/schema/tables.h ${SLOWTELL_GEN_DIR}/schema/tables.cc
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/gen_schema.py ${SLOWTELL_GEN_DIR}/schema/tables.h
          ${schema_sql}
  DEPENDS ${schema_sql} tools/gen_schema.py
  VERBATIM)

file(GLOB_RECURSE folder_files CONFIGURE_DEPENDS src/cause/* src/doubt/* src/ingest/*/importer.cc
     src/cli/*/command.cc src/view/*.sql)
file(GLOB_RECURSE folder_sql CONFIGURE_DEPENDS src/cause/*.sql src/doubt/*.sql src/view/*.sql)
set(registries cause doubt ingest cli view)
list(TRANSFORM registries REPLACE "(.+)" "${SLOWTELL_GEN_DIR}/\\1_registry.cc" OUTPUT_VARIABLE registry_sources)
execute_process(COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tools/gen_registry.py ${CMAKE_SOURCE_DIR}/src
                        ${SLOWTELL_GEN_DIR} RESULT_VARIABLE registry_status ERROR_VARIABLE registry_error)
if(NOT registry_status EQUAL 0)
  message(FATAL_ERROR "${registry_error}")
endif()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder_sql} tools/gen_registry.py)

set(SLOWTELL_GENERATED ${SLOWTELL_GEN_DIR}/schema/tables.h ${SLOWTELL_GEN_DIR}/schema/tables.cc ${registry_sources})
