package org.curtail.cli.lucene;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.curtail.benchkit.terminal.NearestName;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Analysis of text into words. The {@link #label} of an analysis is the name for users and in an
 * index.
 */
public enum Analysis {
  /** Words of any language, lower-cased. */
  STANDARD,
  /** English words, stemmed, without stop words. */
  ENGLISH,
  /** Identifiers, split where their case changes and around digits and underscores; lower-cased. */
  CODE;

  /** Lower-case name. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A new analyzer, safe for several threads. The caller closes it. */
  public Analyzer analyzer() {
    return switch (this) {
      case STANDARD -> new StandardAnalyzer();
      case ENGLISH -> new EnglishAnalyzer();
      case CODE -> new CodeAnalyzer();
    };
  }

  /**
   * The analysis with a label.
   *
   * @throws IllegalArgumentException if no analysis has this label; the message lists all labels
   */
  public static Analysis parse(String label) {
    return Arrays.stream(values())
        .filter(analysis -> analysis.label().equals(label))
        .findFirst()
        .orElseThrow(() -> NearestName.unknown(label, labels()));
  }

  private static List<String> labels() {
    return Arrays.stream(values()).map(Analysis::label).toList();
  }

  /** Converts the option's value. */
  public static final class Converter implements ITypeConverter<Analysis> {
    @Override
    public Analysis convert(String label) {
      try {
        return parse(label);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }
}
