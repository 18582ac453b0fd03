package org.curtail.app.report;

import org.curtail.app.results.Results;

/** What the runs show, in plain words, before anything else. */
final class VerdictSection {
  private VerdictSection() {}

  static void write(Markup markup, Chapter chapter) {
    Results results = chapter.results();
    markup.start("header", "class", "verdict");
    markup.element("p", facts(chapter), "class", "facts");
    markup.element("h2", results.verdict().headline());
    for (String detail : results.verdict().details()) {
      markup.element("p", detail);
    }
    markup.end();
  }

  private static String facts(Chapter chapter) {
    Results results = chapter.results();
    if (results.runs().isEmpty()) {
      return String.join(
          " · ", results.kind(), counted(results.cores(), "core"), "seed " + results.seed());
    }
    long requests = results.runs().stream().mapToLong(run -> run.requests()).sum();
    return String.join(
        " · ",
        results.kind(),
        counted(results.cores(), "core"),
        chapter.runs().policies().size() == 1
            ? "1 policy"
            : chapter.runs().policies().size() + " policies",
        counted(chapter.runs().loads().size(), "load"),
        Numbers.count(requests) + " requests",
        "seed " + results.seed());
  }

  private static String counted(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
