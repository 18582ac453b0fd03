package org.curtail.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.curtail;

import java.util.regex.Pattern;
import org.curtail.cli.Terminal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mistakes in the use of commands of research: one line, exit code 2. */
class ResearchMistakesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          reproduce | EXPERIMENT is missing: expected one of few-to-many-lucene, few-to-many-bing, adaptive-bing, reissue, kwiken, slow-to-fast, all
          early-termination --queries x | --index is missing: expected the folder of a Lucene index
          early-termination --index x --queries y --max-degree 1 | --max-degree: expected a whole number from 2 to 64, found 1
          early-termination --index x --queries y --sharing coarse | --sharing cannot be given here: all three ways are measured
          early-termination --index x --queries y --competing-threads -1 | --competing-threads: expected a whole number from 0 to 1,000, found -1
          reproduce few-to-man-bing | EXPERIMENT: expected few-to-many-lucene, few-to-many-bing, adaptive-bing, reissue, kwiken, slow-to-fast or all, found 'few-to-man-bing'; did you mean few-to-many-bing?
          reproduce adaptive-bing --repeats 0 | --repeats: expected a whole number from 1 to 1,000, found 0
          reproduce adaptive-bing --requests 5 | --requests: expected a whole number from 200 to 200,000, found 5
          """)
  void eachIsSaidInOneLine(String line, String complaint) {
    Terminal run = curtail(Pattern.compile(" ").splitAsStream(line).toArray());
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.complaint()).isEqualTo("curtail: " + complaint);
    assertThat(run.out()).isEmpty();
  }
}
