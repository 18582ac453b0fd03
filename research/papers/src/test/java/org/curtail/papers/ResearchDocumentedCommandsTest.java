package org.curtail.papers;

import org.curtail.cli.DocumentedCommandsTest;

/** The same with the commands of research, which are not missing here. */
class ResearchDocumentedCommandsTest extends DocumentedCommandsTest {}
