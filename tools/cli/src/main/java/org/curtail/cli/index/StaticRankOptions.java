package org.curtail.cli.index;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.lucene.OpenIndex;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/** Options for the order of importance of an index. */
final class StaticRankOptions {
  private static final String TYPE = "--static-rank-type";

  /** Options for documents only. */
  private static final List<String> OF_DOCUMENTS =
      List.of("--passage-words", "--analyzer", "--limit", "--threads", "--skip-bad");

  @Option(
      names = "--static-rank",
      paramLabel = "FIELD",
      converter = KindConverter.class,
      defaultValue = "none",
      description =
          "Sort by importance, greatest first. FIELD: a number of 0 or more in each JSON line, or a numeric doc values field of an index. length: words of the document (in an index made by curtail, of the passage). links: number of other documents that mention its title, as written, or for files their name without extension (for Java: the type). none: order of the documents. Fields cannot have one of these three words as names. Default: none.")
  private RankKind kind = new RankKind.None();

  @Option(
      names = TYPE,
      paramLabel = "T",
      converter = TypeConverter.class,
      description =
          "Type of the numeric doc values of an index's field: long, double or float (default: double for static_rank, long for others).")
  private @Nullable NumberType type;

  RankKind kind() {
    return kind;
  }

  /**
   * True to sort an index, false for documents.
   *
   * @throws UsageError if an index and documents are given, or options of the other kind
   */
  boolean sortsIndex(List<Path> paths, CommandSpec command) {
    boolean sorts = !kind.equals(new RankKind.None()) && paths.stream().anyMatch(OpenIndex::isAt);
    if (!sorts) {
      if (type != null) {
        throw kind.equals(new RankKind.None())
            ? OptionRules.needs(TYPE, "--static-rank")
            : new UsageError(
                TYPE
                    + ": expected the folder of an index as PATH, found documents, whose numbers"
                    + " have no type");
      }
      return false;
    }
    if (paths.size() > 1) {
      throw new UsageError(
          "PATH: expected one index alone to be sorted, found %d files and folders"
              .formatted(paths.size()));
    }
    ParseResult parsed = command.commandLine().getParseResult();
    for (String option : OF_DOCUMENTS) {
      if (parsed.hasMatchedOption(option)) {
        throw new UsageError(
            "%s cannot be given for a sorted copy of an index, which %s is"
                .formatted(option, paths.getFirst()));
      }
    }
    return true;
  }

  SortRequest request(Path source, Path out, int maxSegments, boolean overwrite) {
    return new SortRequest(source, out, kind, Optional.ofNullable(type), maxSegments, overwrite);
  }

  private static final class KindConverter implements ITypeConverter<RankKind> {
    @Override
    public RankKind convert(String label) {
      try {
        return RankKind.parse(label);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }

  private static final class TypeConverter implements ITypeConverter<NumberType> {
    @Override
    public NumberType convert(String label) {
      try {
        return NumberType.parse(label);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }
}
