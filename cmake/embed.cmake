# SPDX-License-Identifier: GPL-2.0-or-later
# mms_embed(<target> <symbol> <dir> <glob>): compile every file of <dir>/<glob>
# into <target> as "const struct mms_file <symbol>[]", sorted by name, ended by
# a zero entry. Dropping a file into <dir> is all it takes: the glob is checked
# at each build.
set(MMS_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/embed-script.cmake)

function(mms_embed target symbol dir glob)
	file(GLOB files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${dir}/${glob})
	list(SORT files)
	set(out ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.c)
	add_custom_command(OUTPUT ${out}
		COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DSYMBOL=${symbol} "-DFILES=${files}"
			-P ${MMS_EMBED_SCRIPT}
		DEPENDS ${files} ${MMS_EMBED_SCRIPT}
		COMMENT "Embedding ${dir}/${glob}" VERBATIM)
	target_sources(${target} PRIVATE ${out})
endfunction()
