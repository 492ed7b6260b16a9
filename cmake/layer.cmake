# SPDX-License-Identifier: GPL-2.0-or-later
# Flags of every target, and mms_layer(<name> SOURCES ... HEADERS ... LINK ...):
# one static library per folder. Each header is also compiled alone
# (target all_verify_interface_header_sets).
add_library(mms_flags INTERFACE)
target_compile_definitions(mms_flags INTERFACE _GNU_SOURCE _FILE_OFFSET_BITS=64)
target_compile_options(mms_flags INTERFACE -Wall -Wextra -Wshadow -Wstrict-prototypes
	-Wmissing-prototypes -Wpointer-arith -Wwrite-strings -Wvla -Wformat=2 -Wundef)
target_include_directories(mms_flags INTERFACE ${CMAKE_SOURCE_DIR})
if(MMS_SANITIZE)
	target_compile_options(mms_flags INTERFACE -fsanitize=${MMS_SANITIZE}
		-fno-sanitize-recover=all -fno-omit-frame-pointer)
	target_link_options(mms_flags INTERFACE -fsanitize=${MMS_SANITIZE})
endif()

function(mms_layer name)
	cmake_parse_arguments(L "" "" "SOURCES;HEADERS;LINK" ${ARGN})
	add_library(${name} STATIC ${L_SOURCES})
	target_sources(${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${CMAKE_SOURCE_DIR}
		FILES ${L_HEADERS})
	target_link_libraries(${name} PUBLIC mms_flags ${L_LINK})
endfunction()

# mms_sources(<src var> <hdr var> [<prefix>...]): the .c and .h files of this
# folder and its subfolders; .c files that mms_collect() takes (by prefix) not.
macro(mms_sources src hdr)
	file(GLOB_RECURSE ${src} CONFIGURE_DEPENDS *.c)
	file(GLOB_RECURSE ${hdr} CONFIGURE_DEPENDS *.h)
	foreach(prefix ${ARGN})
		list(FILTER ${src} EXCLUDE REGEX "/${prefix}[a-z0-9_]*\\.c$")
	endforeach()
endmacro()
