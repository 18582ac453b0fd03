package org.curtail.opensearch;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.xcontent.ToXContent;
import org.opensearch.core.xcontent.XContentHelper;
import org.opensearch.transport.client.Client;

/** What searches are answered, as text that can be compared. */
final class Answers {
  private Answers() {}

  /** All but the times. */
  static String of(Client client, SearchRequest request) throws IOException {
    return text(client.search(request).actionGet());
  }

  /** The same of an answer that is there. */
  static String text(SearchResponse response) throws IOException {
    BytesReference json =
        XContentHelper.toXContent(response, XContentType.JSON, ToXContent.EMPTY_PARAMS, true);
    return text(json.utf8ToString().replaceFirst("\"took\":\\d+", "\"took\":0"));
  }

  /** Lucene explains the score of a dis_max by its clauses in no order, another each time. */
  private static String text(String json) {
    if (!json.contains("\"_explanation\"")) {
      return json;
    }
    return String.valueOf(
        withSortedDetails(
            org.opensearch.common.xcontent.XContentHelper.convertToMap(
                XContentType.JSON.xContent(), json, true)));
  }

  private static Object withSortedDetails(Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        var sorted = new LinkedHashMap<Object, Object>();
        map.forEach((key, inner) -> {
          Object within = withSortedDetails(inner);
          sorted.put(
              key,
              "details".equals(key) && within instanceof List<?> details
                  ? details.stream().map(String::valueOf).sorted().toList()
                  : within);
        });
        yield sorted;
      }
      case List<?> list ->
          list.stream().map(each -> String.valueOf(withSortedDetails(each))).toList();
      case null -> "null";
      default -> value;
    };
  }
}
