package org.curtail.papers.experiments;

import java.util.List;

/** Claims of the papers that no simulation answers, with the command for each. */
final class ClaimsElsewhere {
  private static final String TALK = "Measuring and optimizing tail latency (McKinley, talk)";

  static final List<Reproduced> ALL =
      List.of(
          new Reproduced(
              "early-termination",
              "Adaptive parallelism for web search (Jeon et al., EuroSys 2013)",
              "./curtail early-termination --index ranked --queries queries.tsv",
              "it needs queries and an index of documents in order of importance (index"
                  + " --static-rank)",
              List.of(
                  Reproduced.stated(
                      "Figure 4", "queries that need at most a tenth of the index", "%", 30.0),
                  Reproduced.stated(
                      "Figure 4", "queries that never touch the second half", "%", 38.0),
                  Reproduced.stated(
                      "Figure 4", "part of the chunks that a query processes", "%", 58.5),
                  Reproduced.stated(
                      "Section 4.1",
                      "dynamic sharing visits no more chunks in vain than other ways to share",
                      "",
                      null),
                  Reproduced.stated(
                      "Section 4.3",
                      "with dynamic sharing at degree p, a search visits at most p - 1 more chunks"
                          + " than one thread",
                      "",
                      null),
                  Reproduced.stated(
                      "Figure 7", "speedup of all searches at degree 6", "times", 2.5),
                  Reproduced.stated(
                      "Figure 7", "speedup of the longest 5 % at degree 6", "times", 4.0))),
          new Reproduced(
              "diagnose",
              TALK,
              "./curtail diagnose --index wiki --queries queries.tsv --check-observer",
              "it observes a running service, and needs an index and queries",
              List.of(
                  Reproduced.stated(
                      "Profiling",
                      "another thread can observe a service without disturbing it if it looks"
                          + " seldom enough",
                      "",
                      null),
                  Reproduced.stated(
                      "Profiling",
                      "samples whose clock readings disagree can be found, and the others are"
                          + " right",
                      "",
                      null),
                  Reproduced.stated(
                      "Tail",
                      "the slowest 1 % of the requests have several causes: queues, noise and their"
                          + " own work",
                      "",
                      null))),
          new Reproduced(
              "theorem",
              "Few-to-Many (Haque et al., ASPLOS 2015)",
              "./mvnw -pl core/model -am test -Dtest=FewToManyTheoremPropertyTest"
                  + " -Dsurefire.failIfNoSpecifiedTests=false",
              "it is a theorem, which a test of the build checks on random demands",
              List.of(
                  Reproduced.stated(
                      "Theorem 1",
                      "under a limit on the tail, a policy with the least use of cores never takes"
                          + " threads away",
                      "",
                      null))));

  private ClaimsElsewhere() {}
}
