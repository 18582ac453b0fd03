package org.curtail.micrometer;

import java.io.IOException;
import org.curtail.testkit.ApiListing;
import org.junit.jupiter.api.Test;

class ApiListingTest {
  @Test
  void publicTypesAreThoseThatAreListedAndExplained() throws IOException {
    ApiListing.check();
  }
}
