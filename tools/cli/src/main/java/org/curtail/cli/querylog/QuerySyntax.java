package org.curtail.cli.querylog;

import java.nio.file.Path;

/** How the lines of a query file are to be read. */
public enum QuerySyntax {
  /** {@link #TASKS} if the file's name has {@code .tasks} in it, otherwise {@link #FREE}. */
  AUTO,
  /** Words as people type them; punctuation means nothing. */
  FREE,
  /** The syntax of Lucene's classic query parser. */
  LUCENE,
  /** {@code Category: query # comment}, as Lucene's nightly benchmarks have it. */
  TASKS;

  /** The syntax of a file; never {@link #AUTO}. */
  QuerySyntax resolve(Path file) {
    return switch (this) {
      case AUTO -> String.valueOf(file.getFileName()).contains(".tasks") ? TASKS : FREE;
      case FREE, LUCENE, TASKS -> this;
    };
  }
}
