package org.curtail.cli.export;

import java.util.List;

/**
 * What a target reads.
 *
 * @param text whole lines, with a line break at the end
 * @param remarks what the target cannot say, and what the user must take care of
 */
record Exported(String text, List<String> remarks) {
  Exported {
    remarks = List.copyOf(remarks);
  }
}
