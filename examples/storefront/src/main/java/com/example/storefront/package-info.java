/** The example shop: its configuration and its data. */
@NullMarked
package com.example.storefront;

import org.jspecify.annotations.NullMarked;
