/**
 * {@code curtail demo --opensearch}: a cluster of OpenSearch on this machine, with and without the
 * plugin ({@link org.curtail.app.demo.opensearch.DemoCluster}).
 */
@NullMarked
package org.curtail.app.demo.opensearch;

import org.jspecify.annotations.NullMarked;
