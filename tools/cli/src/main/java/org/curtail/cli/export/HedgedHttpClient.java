package org.curtail.cli.export;

import java.util.List;
import java.util.Set;

/** A round tripper of hedgedhttp, in Go. */
final class HedgedHttpClient extends Target {
  HedgedHttpClient() {
    super("hedgedhttp", "a client of hedgedhttp, Go", Set.of(), true);
  }

  @Override
  ExportText export(Copies copies, Names names) {
    String delay = goDuration(copies.delayNanos());
    String next =
        copies.always()
            ? ""
            : """
            \tNext: func() (upto int, delay time.Duration) {
            \t\tif rand.Float64() < %s {
            \t\t\treturn 2, %s
            \t\t}
            \t\treturn 1, %s // no copy
            \t},
            """
                .formatted(number(copies.probability()), delay, delay);
    return new ExportText(
        """
        // Only for requests that may run twice.
        client, err := hedgedhttp.New(hedgedhttp.Config{
        \tTransport: http.DefaultTransport,
        \tUpto:      2,
        \tDelay:     %s,
        %s})
        """
            .formatted(delay, next),
        List.of(
            "hedgedhttp keeps no budget: if all requests are slow, as many of them are sent again"
                + " as the probability says"));
  }
}
