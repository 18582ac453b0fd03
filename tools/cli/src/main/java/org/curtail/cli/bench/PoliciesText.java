package org.curtail.cli.bench;

/** What {@code --policies} of a bench takes. */
final class PoliciesText {
  static final String OPTION =
      "Names as curtail policies lists them, with numbers. Live, not those that need true demands,"
          + " those that need predictions with what is learned of queries, and also threads,"
          + " unmodified Lucene with a plain thread for each search, lucene-N, unmodified Lucene"
          + " with an executor of N threads, and POLICY@executor, unmodified Lucene, finely sliced,"
          + " with the engine's executor, and, with --early-termination, POLICY/SHARING, the policy"
          + " with its own way to share; emulated, not those that boost; with classes of cores"
          + " those that --core-classes says; of replicas none, hedge-p95, single-d, single-r,"
          + " single-r-adaptive, laedge; of a workflow none, plan, equal-budget, equal-fraction,"
          + " time-outs; of a cluster stock-none, stock-all, stock-auto, curtail, curtail-POLICY."
          + " Default: sequential, threads, lucene-N, fixed-N, adaptive, few-to-many, tail-index,"
          + " automatic, N the number of cores; emulated, fixed-N of the greatest degree, no"
          + " threads, no lucene-N and no automatic; with classes of cores all-fast, all-slow,"
          + " tail-first; of replicas all; of a workflow all but equal-fraction.";

  private PoliciesText() {}
}
