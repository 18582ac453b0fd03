package org.curtail.cli.querylog;

import java.nio.file.Path;

/** Syntax of the lines of a query file. */
public enum QuerySyntax {
  /** {@link #TASKS} if the file's name contains {@code .tasks}, otherwise {@link #FREE}. */
  AUTO,
  /** Words in natural language; punctuation has no meaning. */
  FREE,
  /** Parses the syntax of Lucene's classic query parser. */
  LUCENE,
  /** {@code Category: query # comment}, as in Lucene's nightly benchmarks. */
  TASKS;

  /** The actual syntax of a file; never {@link #AUTO}. */
  public QuerySyntax resolve(Path file) {
    return switch (this) {
      case AUTO -> String.valueOf(file.getFileName()).contains(".tasks") ? TASKS : FREE;
      case FREE, LUCENE, TASKS -> this;
    };
  }
}
