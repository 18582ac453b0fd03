package org.curtail.app.results;

import java.util.List;

/**
 * What the runs show, in plain words.
 *
 * @param headline one sentence
 * @param details a sentence each; what is not shown is said too
 */
public record Verdict(String headline, List<String> details) {
  public Verdict {
    details = List.copyOf(details);
  }
}
