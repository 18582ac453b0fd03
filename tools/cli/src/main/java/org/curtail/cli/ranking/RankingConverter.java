package org.curtail.cli.ranking;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A ranking's name on the command line. */
public final class RankingConverter implements ITypeConverter<Ranking> {
  @Override
  public Ranking convert(String name) {
    try {
      return Ranking.parse(name);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
