package org.curtail.app;

import org.curtail.app.index.RankKind;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A static rank's kind on the command line. */
final class RankKindConverter implements ITypeConverter<RankKind> {
  @Override
  public RankKind convert(String label) {
    try {
      return RankKind.parse(label);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
