package org.curtail.papers;

import org.curtail.cli.HelpTest;

/** The same with the commands of research, which are not missing here. */
class ResearchHelpTest extends HelpTest {}
