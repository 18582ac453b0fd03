package org.curtail.cli.lucene;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter;
import org.apache.lucene.analysis.util.CharTokenizer;

/** Splits identifiers: {@code maxBufferedDocs_2} becomes {@code max buffered docs 2}. */
final class CodeAnalyzer extends Analyzer {
  // Only parts, no joined forms: one token per position, so the graph is a line.
  private static final int PARTS =
      WordDelimiterGraphFilter.GENERATE_WORD_PARTS
          | WordDelimiterGraphFilter.GENERATE_NUMBER_PARTS
          | WordDelimiterGraphFilter.SPLIT_ON_CASE_CHANGE
          | WordDelimiterGraphFilter.SPLIT_ON_NUMERICS;

  @Override
  protected TokenStreamComponents createComponents(String fieldName) {
    Tokenizer identifiers =
        CharTokenizer.fromTokenCharPredicate(c -> Character.isLetterOrDigit(c) || c == '_');
    TokenStream parts = new WordDelimiterGraphFilter(identifiers, PARTS, null);
    return new TokenStreamComponents(identifiers, new LowerCaseFilter(parts));
  }

  @Override
  protected TokenStream normalize(String fieldName, TokenStream in) {
    return new LowerCaseFilter(in);
  }
}
