package org.curtail.app;

import org.curtail.app.ranking.Ranking;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A ranking's name on the command line. */
final class RankingConverter implements ITypeConverter<Ranking> {
  @Override
  public Ranking convert(String name) {
    try {
      return Ranking.parse(name);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
