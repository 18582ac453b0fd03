package org.curtail.services;

import java.io.IOException;
import org.curtail.ApiListing;
import org.junit.jupiter.api.Test;

class ApiListingTest {
  @Test
  void publicTypesAreThoseThatAreListedAndExplained() throws IOException {
    ApiListing.check();
  }
}
