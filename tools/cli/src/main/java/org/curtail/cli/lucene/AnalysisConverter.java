package org.curtail.cli.lucene;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An analyzer's name on the command line. */
public final class AnalysisConverter implements ITypeConverter<Analysis> {
  @Override
  public Analysis convert(String label) {
    try {
      return Analysis.parse(label);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
