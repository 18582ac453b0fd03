package org.curtail.traces.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class OperationNamesTest {
  @Test
  void onlyNumbersAndIdsInPathsAreReplaced() {
    var names = new OperationNames();
    Map.of(
            "GET /api/v1/orders/4711/items", "GET /api/v1/orders/*/items",
            "/user/3f2504e0-4f89-11d3-9a0c-0305e82c3301", "/user/*",
            "/blob/00c0ffee00c0ffee?size=12", "/blob/*?size=*",
            "/CartService/GetCart", "/CartService/GetCart",
            "/decade/facade", "/decade/facade",
            "page10", "page10",
            "SELECT 12", "SELECT 12")
        .forEach((recorded, name) -> assertThat(names.of(recorded)).isEqualTo(name));
    assertThat(names.of("/a/1")).isSameAs(names.of("/a/2"));
  }
}
