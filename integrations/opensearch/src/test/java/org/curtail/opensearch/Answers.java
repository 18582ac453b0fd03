package org.curtail.opensearch;

import java.io.IOException;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.xcontent.ToXContent;
import org.opensearch.core.xcontent.XContentHelper;
import org.opensearch.transport.client.Client;

/** Responses of searches, as comparable text. */
final class Answers {
  private Answers() {}

  /** Returns a response without its times. */
  static String of(Client client, SearchRequest request) throws IOException {
    return text(client.search(request).actionGet());
  }

  /** Returns the text of an existing response. */
  static String text(SearchResponse response) throws IOException {
    BytesReference json =
        XContentHelper.toXContent(response, XContentType.JSON, ToXContent.EMPTY_PARAMS, true);
    return withoutAddresses(json.utf8ToString().replaceFirst("\"took\":\\d+,?", ""));
  }

  /** Removes object addresses, which OpenSearch's own failures may contain. */
  static String withoutAddresses(String text) {
    return text.replaceAll("@[0-9a-f]{4,8} ", " ");
  }
}
