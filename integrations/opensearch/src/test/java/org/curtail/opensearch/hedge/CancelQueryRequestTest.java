package org.curtail.opensearch.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.tasks.TaskId;

class CancelQueryRequestTest {
  private static final TaskId SEARCH = new TaskId("n0", 7);

  private static SearchShardTask task(TaskId search, String action, String description) {
    return new SearchShardTask(1, "transport", action, description, search, Map.of());
  }

  @Test
  void aNodeFindsTheQueryThatAnotherOneMeans() throws Exception {
    try (var out = new BytesStreamOutput()) {
      new CancelQueryRequest(SEARCH, "query", "shard 1").writeTo(out);
      var read = new CancelQueryRequest(out.bytes().streamInput());
      assertThat(read.matches(task(SEARCH, "query", "shard 1"))).isTrue();
      assertThat(read.matches(task(new TaskId("n0", 8), "query", "shard 1"))).isFalse();
      assertThat(read.matches(task(SEARCH, "fetch", "shard 1"))).isFalse();
      assertThat(read.matches(task(SEARCH, "query", "shard 2"))).isFalse();
    }
  }

  @Test
  void whoseChildTheMessageIsIsSentWithIt() throws Exception {
    var request = new CancelQueryRequest(SEARCH, "query", "shard 1");
    request.setParentTask(new TaskId("n0", 9));
    try (var out = new BytesStreamOutput()) {
      request.writeTo(out);
      var read = new CancelQueryRequest(out.bytes().streamInput());
      assertThat(read.getParentTask()).isEqualTo(new TaskId("n0", 9));
    }
  }
}
