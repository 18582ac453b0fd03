package org.curtail.cli.export;

import java.util.List;

/**
 * Output for a target.
 *
 * @param text whole lines, with a line break at the end
 * @param remarks settings that the target does not support, and tasks for the user
 */
record ExportText(String text, List<String> remarks) {
  ExportText {
    remarks = List.copyOf(remarks);
  }
}
