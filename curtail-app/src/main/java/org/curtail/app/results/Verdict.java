package org.curtail.app.results;

import java.util.List;
import java.util.stream.Stream;

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

  /** The same with more details behind the others. */
  public Verdict with(List<String> more) {
    return new Verdict(headline, Stream.of(details, more).flatMap(List::stream).toList());
  }
}
