# SPDX-License-Identifier: GPL-2.0-or-later
# mms_collect(<target> <prefix> <macro> [SUBDIR dir] [ONLY name...]): compile every
# <prefix>*.c of this folder (or of its subfolder; or those named) into <target>
# and write <prefix>list.inc, one "<macro>(name)" line per file, to be included
# where the table is built.
function(mms_collect target prefix macro)
	cmake_parse_arguments(C "" "SUBDIR" "ONLY" ${ARGN})
	file(GLOB files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${C_SUBDIR}/${prefix}*.c)
	list(SORT files)
	set(lines "")
	foreach(f IN LISTS files)
		get_filename_component(name ${f} NAME_WE)
		string(REGEX REPLACE "^${prefix}" "" name ${name})
		if(C_ONLY AND NOT name IN_LIST C_ONLY)
			continue()
		endif()
		string(APPEND lines "${macro}(${name})\n")
		target_sources(${target} PRIVATE ${f})
	endforeach()
	file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${prefix}list.inc CONTENT "${lines}")
	target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
