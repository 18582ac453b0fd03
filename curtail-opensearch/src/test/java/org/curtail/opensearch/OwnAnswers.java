package org.curtail.opensearch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.opensearch.action.search.SearchRequest;

/**
 * What OpenSearch answers by itself. That need not be one answer: of a sorted range it looks at the
 * lowest values only, as many as hits are asked for or counted, and a shard that comes after
 * another one need not count. With a post filter, which leaves some of them out, hits depend on
 * which shard was first.
 */
final class OwnAnswers {
  /** Where it answers in two ways, the rarer one is one of twenty or so. */
  private static final int TRIES = 1_000;

  private OwnAnswers() {}

  /** Asks a node or a cluster. */
  interface Asking {
    String of(SearchRequest request) throws IOException;
  }

  /**
   * Asserts that an answer with the plugin is one that OpenSearch gives by itself.
   *
   * @param node where the plugin is switched
   * @param own one that it has given
   */
  static void assertAmongThem(TestNode node, SearchRequest request, String own, Asking asking)
      throws IOException {
    String answer = asking.of(request);
    if (answer.equals(own) || (mayDiffer(request) && isOwn(node, request, answer, asking))) {
      return;
    }
    assertThat(answer).as("%s", request).isEqualTo(own);
  }

  private static boolean mayDiffer(SearchRequest request) {
    return request.source().sorts() != null && request.source().postFilter() != null;
  }

  private static boolean isOwn(TestNode node, SearchRequest request, String answer, Asking asking)
      throws IOException {
    node.set("curtail.enabled", "false");
    try {
      for (int i = 0; i < TRIES; i++) {
        if (asking.of(request).equals(answer)) {
          return true;
        }
      }
      return false;
    } finally {
      node.set("curtail.enabled", "true");
    }
  }
}
