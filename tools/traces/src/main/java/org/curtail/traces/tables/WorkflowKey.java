package org.curtail.traces.tables;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Set;
import org.curtail.traces.workflow.RequestKind;

/**
 * A kind of requests in the tables.
 *
 * @param number number of the kind in both tables: 64 bits of a hash, so that all writers agree
 *     without coordination. A collision among a million kinds has the probability 3e-8
 * @param calls calls of the kind, as a JSON list in alphabetical order
 */
record WorkflowKey(long number, String service, String operation, String calls) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<List<String>> TEXTS = new TypeReference<>() {};

  static WorkflowKey of(RequestKind kind) {
    try {
      String calls = JSON.writeValueAsString(kind.calls().stream().sorted().toList());
      String all = JSON.writeValueAsString(List.of(kind.service(), kind.operation(), calls));
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
      return new WorkflowKey(
          ByteBuffer.wrap(hash).getLong(), kind.service(), kind.operation(), calls);
    } catch (JsonProcessingException | NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static RequestKind kind(String service, String operation, String calls) {
    try {
      return new RequestKind(service, operation, Set.copyOf(JSON.readValue(calls, TEXTS)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
