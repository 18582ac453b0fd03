package org.curtail.cli.export;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.util.JsonFormat;
import io.envoyproxy.envoy.extensions.retry.host.previous_hosts.v3.PreviousHostsPredicate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Reads YAML as Envoy does: strictly into its protocol buffers, which know every field. */
final class EnvoyProtos {
  private static final ObjectMapper JSON = new ObjectMapper();

  private EnvoyProtos() {}

  static Map<String, Object> yaml(String text) {
    return new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
  }

  /** Each document of a file. */
  @SuppressWarnings("unchecked")
  static List<Map<String, Object>> documents(String text) {
    var documents = new ArrayList<Map<String, Object>>();
    for (Object document : new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(text)) {
      documents.add((Map<String, Object>) document);
    }
    return documents;
  }

  /**
   * Fills a message.
   *
   * @throws InvalidProtocolBufferException if a field is not known or has another type
   */
  static <B extends Message.Builder> B read(Object fields, B builder) throws IOException {
    JsonFormat.parser()
        .usingTypeRegistry(
            TypeRegistry.newBuilder().add(PreviousHostsPredicate.getDescriptor()).build())
        .merge(JSON.writeValueAsString(fields), builder);
    return builder;
  }
}
